/** The verbs on tools that live elsewhere: which address is called for them, and what a repair may do with them. */
import type { z } from 'zod'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { checkAddress } from '../outbound/check-address.js'
import { checkArgs } from '../tools/check-args.js'
import type { EffectClass, ToolDoor } from '../vocabulary.js'
import { checkOptions, checkText, type ApiContext } from './context.js'
import { toolContracts } from './contracts/tools.js'

/** A tool that lives elsewhere. */
export interface NewRegisteredTool {
  /** As steps call it: 1 to 64 letters, digits, `_`, `.` and `-`. */
  name: string
  /** One sentence for the model. */
  description?: string | undefined
  /** What calling it again does to the world. */
  effect: EffectClass
  /** JSON Schema of its arguments. */
  parameters?: Record<string, unknown> | undefined
  /** How long a call may take, in milliseconds, up to ten minutes; default 30,000. */
  timeoutMs?: number | undefined
  /** Name of the secret that it is called with, in capital letters; its value is in the environment of the workers, and nowhere else. */
  secret?: string | undefined
  /** A callback that calls are posted to; either this or `mcp`. */
  http?: { url: string } | undefined
  /** A tool of an MCP server, at an address or configured by the owner of the workers. */
  mcp?: { url?: string | undefined; server?: string | undefined; tool?: string | undefined; reset?: string | undefined; compensate?: string | undefined } | undefined
}

/** A tool as it is registered. */
export interface RegisteredToolView extends NewRegisteredTool {
  timeoutMs: number
  /** When it was registered, or last changed. */
  registeredAt: Date
}

/** Verbs on tools that live elsewhere. */
export interface ToolRegistrationsApi {
  /**
   * Register a tool, or change the one that has the name. Repairs call it from now on; a tool of the same name that a program was opened with
   * goes first in that program.
   *
   * @param actor who does it, for the journal
   * @throws EmendError `bad_item`; `too_large` for more than 200; `address_refused` for an address that no worker may call
   */
  register(tool: NewRegisteredTool, actor?: string): Promise<RegisteredToolView>
  /** Those that are registered, by name. */
  registered(): Promise<RegisteredToolView[]>
  /** Forget a tool: a repaired plan calls it no more; where a plan stands that calls it, a person decides. @throws EmendError `not_found` */
  remove(name: string, actor?: string): Promise<void>
}

/** Make the verbs. */
export function toolRegistrationsApi({ as, tenantId, config }: ApiContext): ToolRegistrationsApi {
  const journal = (trx: Trx, action: string, actor: string, reason: string) =>
    trx.insertInto('journal').values({ tenant_id: tenantId, action, actor, reason }).execute()
  return {
    async register(tool, actor = 'person') {
      const given = checkOptions<z.output<typeof toolContracts.newTool>>(toolContracts.newTool, 'tools.register', tool)
      checkTool(given, config.EMEND_OUTBOUND_HOSTS)
      const { name, http, mcp, effect } = given
      const row = {
        door: http ? 'http' as const : 'mcp' as const, url: http?.url ?? mcp?.url ?? null, server: mcp?.server ?? null, remote_name: mcp ? mcp.tool ?? name : null,
        reset_name: mcp?.reset ?? null, compensate_name: mcp?.compensate ?? null, description: given.description ?? null, effect,
        parameters: given.parameters === undefined ? null : JSON.stringify(given.parameters), timeout_ms: given.timeoutMs ?? 30_000, secret: given.secret ?? null,
        registered_at: new Date(),
      }
      return as('admin', async (trx) => {
        await needRoom(trx, tenantId, name)
        await journal(trx, 'register_tool', actor, `${name}: ${effect}, by ${row.door}`)
        const registered = await trx.insertInto('registered_tool').values({ tenant_id: tenantId, name, ...row })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet(row)).returningAll().executeTakeFirstOrThrow()
        return viewOf(registered)
      })
    },
    registered: () => as('auditor', async (trx) => {
      const rows = await trx.selectFrom('registered_tool').selectAll().where('tenant_id', '=', tenantId).orderBy('name').execute()
      return rows.map(viewOf)
    }),
    async remove(name, actor = 'person') {
      checkText('tools.remove', name)
      await as('admin', async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('registered_tool').where('tenant_id', '=', tenantId).where('name', '=', name).executeTakeFirst()
        if (numDeletedRows === 0n) throw new EmendError('not_found', `no tool ${JSON.stringify(name)} is registered`, { tool: name })
        await journal(trx, 'remove_tool', actor, name)
      })
    },
  }
}

/** Tools of one tenant, which every piece of work reads. */
const maxTools = 200

async function needRoom(trx: Trx, tenantId: number, name: string): Promise<void> {
  const { count } = await trx.selectFrom('registered_tool').select((eb) => eb.fn.countAll<number>().as('count')).where('tenant_id', '=', tenantId)
    .where('name', '<>', name).executeTakeFirstOrThrow()
  if (Number(count) >= maxTools) throw new EmendError('too_large', `a tenant has ${maxTools} tools at most`, { limit: maxTools })
}

/** What the contract of one key cannot say. */
function checkTool({ effect, parameters, http, mcp }: z.output<typeof toolContracts.newTool>, hosts: readonly string[]): void {
  const url = http?.url ?? mcp?.url
  if (url !== undefined) checkAddress(url, hosts)
  if (mcp && effect === 'resettable' && mcp.reset === undefined) throw missing('reset', effect)
  if (mcp && effect === 'compensating' && mcp.compensate === undefined) throw missing('compensate', effect)
  const problem = parameters && checkArgs(parameters, {})
  if (problem?.startsWith('the parameters of the tool')) throw new EmendError('bad_item', `tools.register: parameters: ${problem}`, { path: 'parameters' })
}

const missing = (verb: string, effect: EffectClass): EmendError =>
  new EmendError('bad_item', `tools.register: mcp.${verb}: a tool that is ${effect} names it`, { path: `mcp.${verb}` })

function viewOf(row: {
  name: string; door: ToolDoor; url: string | null; server: string | null; remote_name: string | null; reset_name: string | null; compensate_name: string | null
  description: string | null; effect: EffectClass; parameters: unknown; timeout_ms: number; secret: string | null; registered_at: Date
}): RegisteredToolView {
  return {
    name: row.name, effect: row.effect, timeoutMs: row.timeout_ms,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.parameters === null ? {} : { parameters: row.parameters as Record<string, unknown> }),
    ...(row.secret === null ? {} : { secret: row.secret }),
    ...(row.door === 'http' ? { http: { url: row.url ?? '' } } : {
      mcp: {
        ...(row.url === null ? {} : { url: row.url }), ...(row.server === null ? {} : { server: row.server }), tool: row.remote_name ?? row.name,
        ...(row.reset_name === null ? {} : { reset: row.reset_name }), ...(row.compensate_name === null ? {} : { compensate: row.compensate_name }),
      },
    }),
    registeredAt: row.registered_at,
  }
}
