/** What the verbs share: one tenant of one open database. */
import type { ZodType } from 'zod'
import type { Config } from '../config.js'
import type { Listener } from '../db/listener.js'
import type { Db } from '../db/pool.js'
import { inTenant, type Role, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Embedder } from '../llm/embedder.js'
import { badText } from '../record/bad-text.js'

/** Handed to each file of verbs by `openEmend`. */
export interface ApiContext {
  readonly db: Db
  /** Connection string of the database. */
  readonly url: string
  readonly config: Config
  /** Wakes those who wait for events. */
  readonly listener: Listener
  /** The configured one, or null: then searches go by text. */
  readonly embedder: Embedder | null
  readonly tenantId: number
  readonly tenantName: string
  /** Run in one transaction of this tenant, under a role. */
  as<T>(role: Role, work: (trx: Trx) => Promise<T>): Promise<T>
}

/** Make the context of a tenant. */
export function apiContext(parts: Omit<ApiContext, 'as'>): ApiContext {
  return { ...parts, as: (role, work) => inTenant(parts.db, { tenantId: parts.tenantId, role }, work) }
}

/** Longest text that a verb takes, in bytes. */
const maxTextBytes = 262_144

/**
 * Check an argument of a verb that is an id or another text.
 *
 * @throws EmendError `bad_item` for what is no text, `bad_text` for one that cannot be stored, `too_large` above 256 kB
 */
export function checkText(verb: string, text: unknown): string {
  if (typeof text !== 'string') throw new EmendError('bad_item', `${verb}: a text is expected, not ${text === null ? 'null' : typeof text}`, { verb })
  const problem = badText(text)
  if (problem) throw new EmendError('bad_text', `${verb}: ${problem}`, { verb })
  if (Buffer.byteLength(text) > maxTextBytes) throw new EmendError('too_large', `${verb}: the text has more than 256 kB`, { verb })
  return text
}

/**
 * Check the options of a verb: unknown keys fail.
 *
 * @throws EmendError `bad_item` naming the key, `bad_text` for text that cannot be stored
 */
export function checkOptions<T>(schema: ZodType<T>, verb: string, options: unknown): T {
  const parsed = schema.safeParse(options)
  if (parsed.success) {
    checkTexts(verb, parsed.data)
    return parsed.data
  }
  const issue = parsed.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  throw new EmendError('bad_item', `${verb}: ${path ? `${path}: ` : ''}${issue?.message ?? 'not as agreed'}`, { verb, path })
}

/** Texts of options; what is nested in lists of objects is checked where it is recorded. */
function checkTexts(verb: string, value: unknown, path = ''): void {
  if (typeof value === 'string') {
    const problem = badText(value)
    if (problem) throw new EmendError('bad_text', `${verb}: ${path}: ${problem}`, { verb, path })
  } else if (typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)) {
    if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) return
    for (const [key, entry] of Object.entries(value)) checkTexts(verb, entry, path === '' ? key : `${path}.${key}`)
  }
}
