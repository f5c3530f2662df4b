/** The flags that every command knows. */
import type { Command } from 'commander'
import { policies } from '../vocabulary.js'
import { EmendError } from '../errors.js'

/** Values of the global flags. */
export interface GlobalFlags {
  tenant?: string
  json?: boolean
  policy?: string
  databaseUrl?: string
}

/** Add the global flags to the program. */
export function addGlobalFlags(program: Command): Command {
  return program
    .option('--tenant <name>', 'tenant to work in (EMEND_TENANT, else "default"); made by what records, a name that nobody has is an error elsewhere')
    .option('--policy <arm>', 'facts or paper (EMEND_POLICY, else facts)', (value: string) => {
      if (policies.some((policy) => policy === value)) return value
      throw new EmendError('usage', `--policy is ${policies.join(' or ')}, not "${value}"`)
    })
    .option('--database-url <url>', 'PostgreSQL 15 or newer (DATABASE_URL, else an embedded server under .emend/)')
    .option('--json', 'print data as JSON on stdout')
}

/** The environment variables that the flags stand for, for `readConfig`. */
export function asVariables(flags: GlobalFlags): Record<string, string | undefined> {
  return { EMEND_TENANT: flags.tenant, EMEND_POLICY: flags.policy, DATABASE_URL: flags.databaseUrl }
}
