/** The one client: to an endpoint, or to the reference model through an injected fetch. */
import OpenAI from 'openai'
import type { Config } from '../config.js'
import { EmendError } from '../errors.js'
import { noisyReferenceFetch } from './reference/reference-fetch.js'

/** Where the client sends, and as whom. */
export type ChatConfig = Pick<Config, 'EMEND_MODEL' | 'EMEND_MODEL_URL' | 'EMEND_MODEL_KEY' | 'EMEND_MODEL_TIMEOUT_MS'>

/** The name under which the built-in rules answer. They are no language model. */
export const referenceModelName = 'reference'

/**
 * The `openai` client with its own retries off.
 *
 * @param fetch replaces the network; default: the reference model where it is configured and no URL is, else the global fetch
 * @param noise how often the reference model errs on purpose, 0 to 1
 * @throws EmendError `bad_config` when a model other than the reference is named without URL and key
 */
export function chatClient(config: ChatConfig, fetch?: typeof globalThis.fetch, noise = 0): OpenAI {
  const isBuiltIn = config.EMEND_MODEL === referenceModelName && !config.EMEND_MODEL_URL
  if (!isBuiltIn && !fetch && !config.EMEND_MODEL_URL && !config.EMEND_MODEL_KEY) {
    throw new EmendError('bad_config', `EMEND_MODEL is ${config.EMEND_MODEL}, but neither EMEND_MODEL_URL nor EMEND_MODEL_KEY is set`,
      { variable: 'EMEND_MODEL_URL' })
  }
  const used = fetch ?? (isBuiltIn ? noisyReferenceFetch(noise) : undefined)
  return new OpenAI({
    apiKey: config.EMEND_MODEL_KEY ?? 'none',
    baseURL: config.EMEND_MODEL_URL ?? (isBuiltIn ? 'http://reference.invalid/v1' : undefined),
    organization: null,
    project: null,
    timeout: config.EMEND_MODEL_TIMEOUT_MS,
    maxRetries: 0,
    logLevel: 'off',
    ...(used ? { fetch: used } : {}),
  })
}
