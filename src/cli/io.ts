/** What a command is given to work with: its output, and the store, opened when it asks for it. */
import type { Command } from 'commander'
import { readConfig, type Config } from '../config.js'
import { openEmend, openStore, type Emend, type EmendTenant, type OpenOptions, type Store, type StoreOptions } from '../index.js'
import { policies, type PolicyName } from '../vocabulary.js'
import { asVariables, type GlobalFlags } from './flags.js'
import { makeOutput, type Output, type Streams } from './output.js'

/** One run of one command. */
export interface Run {
  output: Output
  config: Config
  /** Arm that --policy names; undefined = that of the fault or the tenant. */
  policy: PolicyName | undefined
  /**
   * Open the tenant that the flags name, for commands that look at it or change it; closed when the command ends.
   *
   * @throws EmendError `unknown_tenant`
   */
  tenant(): Promise<EmendTenant>
  /** The same for commands that record: a tenant that nobody has is made. */
  open(options?: OpenOptions): Promise<Emend>
  /** Open the database without a tenant; closed when the command ends. */
  openStore(options?: StoreOptions): Promise<Store>
}

/** How commands reach the outside. */
export interface Io {
  streams: Streams
  /** Set by a command that ends well but not with 0. */
  exitCode: number
  /** Do the work of a command and close what it opened, whatever happens. */
  run(command: Command, work: (run: Run) => Promise<void>): Promise<void>
}

/** Make the io of one process. */
export function makeIo(streams: Streams = process): Io {
  return {
    streams,
    exitCode: 0,
    async run(command, work) {
      const flags = command.optsWithGlobals<GlobalFlags>()
      const config = readConfig(asVariables(flags))
      const opened: { close(): Promise<void> }[] = []
      const place = config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }
      try {
        await work({
          output: makeOutput(flags.json ?? false, streams),
          config,
          policy: policies.find((policy) => policy === flags.policy),
          async tenant() {
            const store = await openStore(place)
            opened.push(store)
            return store.tenant(config.EMEND_TENANT, { mustExist: true })
          },
          async open(options = {}) {
            const emend = await openEmend({ tenant: config.EMEND_TENANT, policy: config.EMEND_POLICY, ...place, ...options })
            opened.push(emend)
            return emend
          },
          async openStore(options = {}) {
            const store = await openStore({ ...place, ...options })
            opened.push(store)
            return store
          },
        })
      } finally {
        for (const open of opened.reverse()) await open.close()
      }
    },
  }
}
