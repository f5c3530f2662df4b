/** The reference model in the place of the network. */
import { respond, type ReferenceRequest } from './respond.js'

/** A `fetch` that answers Chat Completions requests itself; hand it to any client of the protocol. */
export const referenceFetch: typeof globalThis.fetch = noisyReferenceFetch(0)

/** The same, in error for a share of the requests, 0 to 1. */
export function noisyReferenceFetch(noise: number): typeof globalThis.fetch {
  return (input, init) => answer(input, init, noise)
}

async function answer(input: Parameters<typeof globalThis.fetch>[0], init: RequestInit | undefined, noise: number): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.pathname.endsWith('/chat/completions')) return failure(404, `there is no ${url.pathname}`)
  try {
    const body = await new Response(input instanceof Request ? input.body : init?.body ?? null).text()
    return Response.json(respond(JSON.parse(body) as ReferenceRequest, noise))
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error))
  }
}

const failure = (status: number, message: string): Response =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status })
