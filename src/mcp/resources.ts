/** Resources: the trace of a session, the lineage of a memory, a repair. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { EmendError } from '../errors.js'
import { needOwn, type KeyRole } from '../index.js'
import type { Caller } from './caller.js'
import { toldError } from './coded-error.js'
import { memoryJson } from './memory-json.js'
import { repairJson } from './repair-json.js'
import { followers, isShownTo, readers } from './roles.js'

/** A resource of the table. */
interface McpResource {
  name: string
  title: string
  description: string
  /** Has one variable, `{id}`. */
  template: string
  roles: readonly KeyRole[]
  forOneUser: boolean
  /** @throws EmendError `not_found` */
  read(caller: Caller, id: string): Promise<object>
  /** Ids that begin so, newest first; null = none are suggested. */
  complete: ((caller: Caller, begin: string) => Promise<string[]>) | null
}

const owner = ({ principal }: Caller) => (principal.userId === null ? {} : { userId: principal.userId })

const resources: readonly McpResource[] = [
  {
    name: 'session_trace', title: 'Trace of a session', template: 'emend://sessions/{id}/trace', roles: readers, forOneUser: true,
    description: 'What was said and done in a session and what each step rests on, by the clock; at most 1,000 nodes.',
    async read(caller, id) {
      const { userId, createdAt, lastTurn } = await caller.emend.sessions.get(id)
      if (caller.principal.userId !== null && userId !== null && userId !== caller.principal.userId) throw new EmendError('not_found', `there is no session ${JSON.stringify(id)} in this tenant`, { session: id })
      const nodes = await caller.emend.sessions.trace(id)
      return { session_id: id, user_id: userId, created_at: createdAt.toISOString(), last_turn: lastTurn, nodes: nodes.map(({ agentId, ...node }) => ({ ...node, agent_id: agentId })) }
    },
    complete: async (caller, begin) => (await caller.emend.sessions.list({ ...owner(caller), limit: 1000 })).map(({ id }) => id).filter((id) => id.startsWith(begin)),
  },
  {
    name: 'memory_lineage', title: 'Lineage of a memory', template: 'emend://memories/{id}/lineage', roles: readers, forOneUser: true, complete: null,
    description: 'A memory, what it was made from, what was made from it, and every change of it and of the versions around it.',
    async read(caller, id) {
      const { memories } = caller.emend
      await needOwn(caller, 'memory', id)
      const [memory, { sources, descendants }, history] = [await memories.get(id), await memories.lineage(id), await memories.history(id)]
      return {
        memory: memoryJson(memory), sources: sources.map(relationJson), descendants: descendants.map(relationJson),
        history: history.map(({ memoryId, repairId, faultId, at, ...change }) => ({ memory_id: memoryId, ...change, repair_id: repairId, fault_id: faultId, at: at.toISOString() })),
      }
    },
  },
  {
    name: 'repair', title: 'A repair', template: 'emend://repairs/{id}', roles: followers, forOneUser: true,
    description: 'Where a repair stands and, but for agents, what it decided, did and cost.',
    async read(caller, id) {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new EmendError('not_found', `there is no repair ${JSON.stringify(id)} in this tenant`, { repair: id })
      return repairJson(caller, Number(id))
    },
    complete: async ({ emend, principal }, begin) => (principal.userId === null ? (await emend.repairs.list({ limit: 1000 })).map(({ id }) => String(id)).filter((id) => id.startsWith(begin)) : []),
  },
]

const relationJson = <T extends { isFaulty: boolean }>({ isFaulty, ...relation }: T) => ({ ...relation, is_faulty: isFaulty })

/** Add the templates that the caller's role may read. Their text is JSON; what people and agents wrote in it is data. */
export function addResources(server: McpServer, caller: Caller, onUnexpected: (error: unknown) => void): void {
  for (const { name, title, description, template, read, complete, ...shown } of resources) {
    if (!isShownTo(caller.principal, shown)) continue
    const completes = complete === null ? {} : { complete: { id: (begin: string) => complete(caller, begin) } }
    server.registerResource(name, new ResourceTemplate(template, { list: undefined, ...completes }), { title, description, mimeType: 'application/json' },
      async (uri, variables) => {
        try {
          return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(await read(caller, decode(String(variables['id']))), null, 2) }] }
        } catch (error) {
          const told = toldError(error, onUnexpected)
          if (told.code === 'not_found') throw new ResourceNotFoundError(uri.href, told.message)
          throw new ProtocolError(told.code === 'unexpected' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams, told.message, { ...told })
        }
      })
  }
}

/** @throws EmendError `not_found` for what is no part of an address */
function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new EmendError('not_found', `${JSON.stringify(id)} is not encoded as a part of an address`, { id })
  }
}
