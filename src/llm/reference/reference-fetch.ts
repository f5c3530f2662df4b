/** The reference model in the place of the network. */
import { respond, type ReferenceRequest } from './respond.js'

/** A `fetch` that answers Chat Completions requests itself; hand it to any client of the protocol. */
export const referenceFetch: typeof globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.pathname.endsWith('/chat/completions')) return failure(404, `there is no ${url.pathname}`)
  try {
    const body = await new Response(input instanceof Request ? input.body : init?.body ?? null).text()
    return Response.json(respond(JSON.parse(body) as ReferenceRequest))
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error))
  }
}

const failure = (status: number, message: string): Response =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status })
