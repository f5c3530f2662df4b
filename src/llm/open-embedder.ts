/** A model behind the OpenAI embeddings protocol: answers checked, every attempt counted. */
import { createHash } from 'node:crypto'
import OpenAI from 'openai'
import { z } from 'zod'
import type { Config } from '../config.js'
import type { Db } from '../db/pool.js'
import { EmendError } from '../errors.js'
import { callLog, type CallRow } from './call-log.js'
import type { Embedder } from './embedder.js'
import { referenceEmbeddingFetch } from './reference/embedding-fetch.js'
import { sendWithRetries, type RetryOptions } from './send-with-retries.js'

/** What an embedder is opened with. */
export interface EmbedderOptions {
  config: Pick<Config,
    | 'EMEND_EMBEDDING_MODEL' | 'EMEND_EMBEDDING_URL' | 'EMEND_EMBEDDING_KEY' | 'EMEND_EMBEDDING_DIMENSIONS' | 'EMEND_EMBEDDING_TIMEOUT_MS'
    | 'EMEND_MODEL_URL' | 'EMEND_MODEL_KEY' | 'EMEND_MODEL_MODE'>
  /** Where calls are counted, with `tenantId`; left out, they are not. */
  db?: Db
  tenantId?: number
  /** Replaces the network. */
  fetch?: typeof globalThis.fetch
  retry?: RetryOptions
}

/** Letters of a text that are sent: below what models of 8,192 tokens take, whatever the script. */
const maxLetters = 6_000
const maxDimensions = 16_000

const answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.number().int(), embedding: z.array(z.number()).min(1).max(maxDimensions) })),
  usage: z.looseObject({ prompt_tokens: z.number().int().optional() }).nullish(),
})

/**
 * Open the configured embedder.
 *
 * @returns null when none is configured, and when EMEND_MODEL_MODE is `replay`, which asks no endpoint
 * @throws EmendError `bad_config` when a model other than the reference is named without URL and key
 */
export function openEmbedder(options: EmbedderOptions): Embedder | null {
  const { config, db, tenantId } = options
  const model = config.EMEND_EMBEDDING_MODEL
  if (model === undefined || config.EMEND_MODEL_MODE === 'replay') return null
  const client = embeddingClient(model, options)
  const dimensions = config.EMEND_EMBEDDING_DIMENSIONS
  const name = dimensions === undefined ? model : `${model}/${dimensions}`
  const log = db && tenantId !== undefined ? callLog(db, tenantId) : undefined
  const write = async (texts: readonly string[], startedAt: number, row: Partial<CallRow>): Promise<void> => log?.write({
    stage: 'embed', purpose: { purpose: 'embed' }, model: name, mode: config.EMEND_MODEL_MODE,
    requestHash: createHash('sha256').update(JSON.stringify(texts)).digest('hex'),
    request: { texts: texts.length, letters: texts.reduce((sum, text) => sum + text.length, 0) },
    response: null, error: null, promptTokens: null, completionTokens: null, latencyMs: Math.round(performance.now() - startedAt), ...row,
  })
  return {
    name,
    async embed(texts, how = {}) {
      const input = texts.map((text) => text.slice(0, maxLetters).toWellFormed())
      let startedAt = performance.now()
      const reply = await sendWithRetries(
        () => {
          startedAt = performance.now()
          return client.embeddings.create({ model, input, encoding_format: 'float', ...(dimensions === undefined ? {} : { dimensions }) })
        },
        (error) => write(input, startedAt, { error: `status ${(error as { status?: number }).status ?? 'none'}` }), // its message may quote a text
        { ...options.retry, ...how })
      const checked = check(reply, input.length)
      if (typeof checked === 'string') {
        await write(input, startedAt, { error: checked })
        throw new EmendError('model_reply', `embeddings of ${name}: ${checked}`, { model: name })
      }
      await write(input, startedAt, { promptTokens: checked.tokens })
      return checked.embeddings
    },
  }
}

function embeddingClient(model: string, { config, fetch }: EmbedderOptions): OpenAI {
  const own = config.EMEND_EMBEDDING_URL
  const key = config.EMEND_EMBEDDING_KEY ?? (own === undefined ? config.EMEND_MODEL_KEY : undefined)
  const url = own ?? config.EMEND_MODEL_URL
  const isBuiltIn = model === 'reference' && own === undefined
  if (!isBuiltIn && !fetch && url === undefined && key === undefined) {
    throw new EmendError('bad_config', `EMEND_EMBEDDING_MODEL is ${model}, but neither EMEND_EMBEDDING_URL nor EMEND_EMBEDDING_KEY is set`,
      { variable: 'EMEND_EMBEDDING_URL' })
  }
  const used = isBuiltIn ? referenceEmbeddingFetch : fetch
  return new OpenAI({
    apiKey: key ?? 'none', baseURL: isBuiltIn ? 'http://reference.invalid/v1' : url, organization: null, project: null,
    timeout: config.EMEND_EMBEDDING_TIMEOUT_MS, maxRetries: 0, logLevel: 'off', ...(used ? { fetch: used } : {}),
  })
}

/** What came, in the order asked for, or what is wrong with it: nothing of an answer is taken on trust. */
function check(reply: unknown, count: number): { embeddings: number[][]; tokens: number | null } | string {
  const parsed = answer.safeParse(reply)
  if (!parsed.success) return 'the answer is not of the protocol'
  const { data, usage } = parsed.data
  const embeddings = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  if (data.length !== count || new Set(data.map(({ index }) => index)).size !== count) return `${data.length} embeddings for ${count} texts`
  const lengths = new Set(embeddings.map((embedding) => embedding.length))
  if (lengths.size > 1) return `embeddings of ${[...lengths].join(', ')} dimensions`
  if (embeddings.flat().some((number) => Math.abs(number) > 1e15)) return 'numbers that are no direction'
  return { embeddings: embeddings.map((embedding) => embedding.map((number) => (Math.abs(number) < 1e-30 ? 0 : number))), tokens: usage?.prompt_tokens ?? null }
}
