/** The reference embedder in the place of the network. */
import { z } from 'zod'
import { referenceEmbedding } from './embedding.js'

const request = z.looseObject({ model: z.string(), input: z.union([z.string(), z.array(z.string())]) })

/** A `fetch` that answers requests of the embeddings protocol itself; hand it to any client of the protocol. */
export const referenceEmbeddingFetch: typeof globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const text = await new Response(input instanceof Request ? input.body : init?.body ?? null).text()
  const asked = url.pathname.endsWith('/embeddings') ? request.safeParse(parse(text)) : undefined
  if (!asked?.success) {
    return Response.json({ error: { message: asked ? 'no texts' : `there is no ${url.pathname}`, type: 'invalid_request_error', param: null, code: null } }, { status: asked ? 400 : 404 })
  }
  const texts = [asked.data.input].flat()
  return Response.json({
    object: 'list', model: asked.data.model,
    data: texts.map((one, index) => ({ object: 'embedding', index, embedding: referenceEmbedding(one) })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
