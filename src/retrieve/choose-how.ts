/** How a question is looked for: in the mode that was asked for, where it can be. */
import { EmendError } from '../errors.js'
import type { Embedder } from '../llm/embedder.js'
import type { SearchMode } from '../vocabulary.js'
import type { SearchHow } from './search-memories.js'

/**
 * Choose how to look, and have the question placed where embeddings are compared. Call it while no transaction is open: it may ask a model.
 *
 * Left open, the mode is `fused` with an embedder and `text` without. A model that cannot be reached costs one attempt; then a fused search
 * goes by text, and says so in its mode.
 *
 * @throws EmendError `no_embeddings` when embeddings are asked for and none are configured; `model_failed` and `model_reply` in mode vector
 */
export async function chooseHow(embedder: Embedder | null, text: string, asked?: SearchMode): Promise<SearchHow> {
  const mode = asked ?? (embedder ? 'fused' : 'text')
  if (mode === 'text') return { mode }
  if (!embedder) throw new EmendError('no_embeddings', `mode ${mode} needs embeddings, and no model of them is configured`, { mode })
  try {
    const [embedding] = text.trim() === '' ? [] : await embedder.embed([text], { attempts: 1 })
    if (embedding?.some((number) => number !== 0)) return { mode, embedding: { model: embedder.name, embedding } }
  } catch (error) {
    if (mode === 'vector' || !(error instanceof EmendError)) throw error
  }
  return { mode: 'text' }
}
