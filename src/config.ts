/** The only reader of the environment. Precedence: flag > environment > .env > default. */
import { config as loadDotenv } from 'dotenv'
import { z } from 'zod'
import { EmendError } from './errors.js'
import { policies } from './vocabulary.js'

const positive = z.coerce.number().int().positive()

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
  EMEND_APPROVE_ABOVE: positive.optional(),
  EMEND_LEASE_MS: positive.default(15_000),
  EMEND_SWEEP_MS: positive.default(5_000),
  EMEND_DETECT_CRON: z.string().regex(/^\S+( \S+){4}$/, 'is not five fields of cron').default('*/5 * * * *'),
  EMEND_WORKER_CONCURRENCY: positive.default(4),
  EMEND_POOL_SIZE: positive.default(10),
  EMEND_HTTP_HOST: z.string().default('127.0.0.1'),
  EMEND_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8377),
  EMEND_HTTP_RATE_PER_MINUTE: positive.default(1_200),
  EMEND_HTTP_MAX_BODY_BYTES: positive.default(4_194_304),
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
