/** The only reader of the environment. Precedence: flag > environment > .env > default. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { config as loadDotenv } from 'dotenv'
import { z } from 'zod'
import { EmendError } from './errors.js'
import { policies } from './vocabulary.js'

const positive = z.coerce.number().int().positive()
const listed = z.string().transform((text) => text.split(',').map((entry) => entry.trim()).filter(Boolean))

/** Every variable, with unit and default. `.env.example` documents the same list; a test compares them. */
const variables = z.object({
  DATABASE_URL: z.string().refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'is no postgres:// address').optional(),
  EMEND_HOME: z.string().default('.emend'),
  EMEND_TENANT: z.string().min(1).default('default'),
  EMEND_POLICY: z.enum(policies).default('facts'),
  EMEND_MODEL: z.string().default('reference'),
  EMEND_MODEL_URL: z.string().optional(),
  EMEND_MODEL_KEY: z.string().optional(),
  EMEND_MODEL_MODE: z.enum(['live', 'record', 'replay']).default('live'),
  EMEND_MODEL_TIMEOUT_MS: positive.default(60_000),
  EMEND_MODEL_SEED: z.coerce.number().int().default(42),
  EMEND_EMBEDDING_MODEL: z.string().max(150).optional(),
  EMEND_EMBEDDING_URL: z.string().optional(),
  EMEND_EMBEDDING_KEY: z.string().optional(),
  EMEND_EMBEDDING_DIMENSIONS: positive.max(16_000).optional(),
  EMEND_EMBEDDING_TIMEOUT_MS: positive.default(10_000),
  EMEND_MAX_MODEL_CALLS: positive.default(200),
  EMEND_MAX_AFFECTED: positive.default(1_000_000),
  EMEND_APPROVE_ABOVE: z.coerce.number().int().min(0).optional(),
  NODE_ENV: z.string().optional(),
  EMEND_LEASE_MS: positive.default(15_000),
  EMEND_SWEEP_MS: positive.default(5_000),
  EMEND_DETECT_CRON: z.string().regex(/^\S+( \S+){4}$/, 'is not five fields of cron').default('*/5 * * * *'),
  EMEND_WORKER_CONCURRENCY: positive.default(4),
  EMEND_REPLAYS: positive.default(32),
  EMEND_REPLAYS_PER_TENANT: positive.default(4),
  EMEND_POOL_SIZE: positive.default(10),
  EMEND_OUTBOUND_HOSTS: listed.default([]),
  EMEND_SECRET_DIR: z.string().optional(),
  EMEND_MCP_SERVERS: z.string().optional(),
  EMEND_HTTP_HOST: z.string().default('127.0.0.1'),
  EMEND_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8377),
  EMEND_HTTP_RATE_PER_MINUTE: positive.default(1_200),
  EMEND_HTTP_MAX_BODY_BYTES: positive.default(4_194_304),
  EMEND_HTTP_MAX_RESTORE_BYTES: positive.default(10_000_000_000),
  EMEND_SERVE_AS_OWNER: z.stringbool().default(false),
  EMEND_FAILPOINTS: z.string().default(''),
})

/** What the environment says. Every key is documented in `.env.example`. */
export type Config = Readonly<z.infer<typeof variables>>

/** Names of all variables that are read. */
export const variableNames = Object.keys(variables.shape)

/**
 * Read and check the environment; an empty value counts as not set.
 *
 * @param overrides values of flags, which win; undefined leaves the environment's, an empty one hides it
 * @throws EmendError `bad_config` naming the variable
 */
export function readConfig(overrides: Record<string, string | undefined> = {}): Config {
  loadDotenv({ quiet: true })
  const flags = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  const given = Object.fromEntries(
    Object.entries({ ...process.env, ...flags }).filter(([name, value]) => name in variables.shape && value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new EmendError('bad_config', `${issue?.path.join('.')}: ${issue?.message}`, { variable: issue?.path.join('.') })
}

/**
 * Name of the variable, and of the file, that holds a secret of a tenant: `EMEND_SECRET_`, the tenant, `__`, the secret. Letters and digits of
 * the tenant stand as they are, other bytes as `_` and two hexadecimal digits, so that no two tenants have a variable in common.
 *
 * @example
 * secretVariable('acme', 'SHOP_TOKEN') // 'EMEND_SECRET_acme__SHOP_TOKEN'
 */
export function secretVariable(tenant: string, secret: string): string {
  const encoded = [...Buffer.from(tenant)].map((byte) => {
    const letter = String.fromCharCode(byte)
    return /[A-Za-z0-9]/.test(letter) ? letter : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
  return `EMEND_SECRET_${encoded}__${secret}`
}

/**
 * Read a secret of a tenant: from the environment, else from the file of that name in EMEND_SECRET_DIR, without the end of its line.
 *
 * @throws EmendError `secret_missing`, which names the variable
 */
export function readSecret(tenant: string, secret: string, folder?: string): string {
  const variable = secretVariable(tenant, secret)
  const value = { ...process.env }[variable] ?? fileText(folder, variable)
  if (value !== undefined && value !== '' && /^[\x20-\x7e]+$/.test(value)) return value
  throw new EmendError('secret_missing', `${variable} is not set here, or is no line of plain text`, { variable })
}

function fileText(folder: string | undefined, name: string): string | undefined {
  if (folder === undefined || !/^\w+$/.test(name)) return undefined
  try {
    return readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
