/** Routes on repairs. */
import { z } from 'zod'
import { contracts, type KeyRole, type Principal, type RepairSummary, type StoreEvent } from '../../index.js'
import { policies } from '../../vocabulary.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { eventRoute, route } from '../route.js'

const { repairs, events } = contracts
const readers: KeyRole[] = ['detector', 'auditor', 'worker', 'admin']
/** Agents too may see where a repair stands: it is named to them when evidence was withdrawn. There is no content in it. */
const followers: KeyRole[] = ['agent', ...readers]
const tag = 'repairs'
const number = z.coerce.number().int().min(1).describe('Number of the repair.')
const params = z.strictObject({ id: number })

/** Plan, carry out, look, decide, undo. */
export const repairRoutes = [
  route({
    method: 'POST', url: '/v1/repairs/plan', id: 'planRepair', tag, roles: readers,
    summary: 'What a repair of these faults would do: a dry run that changes nothing.',
    body: z.strictObject({
      faultIds: z.array(z.int().min(1)).min(1).max(1000), policy: z.enum(policies).optional().describe('Arm; that of the faults or the tenant when left out.'),
    }),
    output: repairs.plan,
    run: ({ emend, body: { faultIds, policy } }) => emend.repairs.plan(faultIds, policy),
  }),
  route({
    method: 'POST', url: '/v1/repairs', id: 'executeRepair', tag, roles: ['worker', 'admin'], status: 202,
    summary: 'Have a fault repaired: its repair is opened if nobody has, and a worker carries it out. Follow it by its events.',
    body: z.strictObject({ faultId: z.int().min(1) }), output: repairs.summary, location: ({ id }) => `/v1/repairs/${id}`,
    run: async ({ emend, body: { faultId } }) => emend.repairs.get(await emend.repairs.openFor(faultId)),
  }),
  route({
    method: 'GET', url: '/v1/repairs', id: 'listRepairs', tag, roles: readers, summary: 'Repairs, newest first.',
    query: z.strictObject({ ...repairs.listOptions.pick({ state: true }).shape, ...pageQuery }), output: pageOf(repairs.summary),
    run: ({ emend, query: { state, ...query } }) => readPage(query, 'number',
      (page: { limit: number; after?: number }) => emend.repairs.list({ ...(state === undefined ? {} : { state }), ...page }), ({ id }) => id),
  }),
  route({
    method: 'GET', url: '/v1/repairs/:id', id: 'getRepair', tag, roles: followers, forOneUser: true, params, output: repairs.summary,
    summary: 'Where a repair stands.',
    run: async ({ emend, principal, params: { id } }) => forWhom(principal, await emend.repairs.get(id)),
  }),
  route({
    method: 'GET', url: '/v1/repairs/:id/report', id: 'getRepairReport', tag, roles: readers, params, output: repairs.report,
    summary: 'What a repair decided, did and cost: emend/repair@1. It has none before its plan.',
    run: ({ emend, params: { id } }) => emend.repairs.show(id),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:id/approve', id: 'approveRepair', tag, roles: ['admin'], params, output: repairs.decision,
    query: z.strictObject({ hash: repairs.proposal.shape.hash.optional().describe('The proposal that was looked at: where another one waits now, it is refused. Left out, whatever waits is approved.') }),
    summary: 'Let a repair go on that waits for a person. Approved is what is shown, also in the answer; where it would do more, it waits again.',
    run: ({ emend, actor, params: { id }, query: { hash } }) => emend.repairs.approve(id, actor, hash),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:id/skip', id: 'skipRepair', tag, roles: ['admin'], params, output: repairs.decision,
    summary: 'Let a repair go on without the tool call that it waits for; a plan that is refused ends its repair.',
    run: ({ emend, actor, params: { id } }) => emend.repairs.skip(id, actor),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:id/undo', id: 'undoRepair', tag, roles: ['admin'], params, output: z.strictObject({ state: z.enum(['undone', 'done']) }),
    summary: 'Restore the statuses from before a repair; undoing again does it again.',
    run: async ({ emend, actor, params: { id } }) => ({ state: await emend.repairs.undo(id, actor) }),
  }),
  eventRoute({
    url: '/v1/repairs/:id/events', id: 'followRepair', tag, roles: followers, forOneUser: true, params, output: events.event,
    summary: 'What happens to a repair, as it happens, until it has ended. With Last-Event-ID, only what came after it; 204 when nothing will come any more.',
    async follow({ emend, principal, params: { id }, signal }, after) {
      const { state } = await emend.repairs.get(id)
      const hasEnded = state === 'done' || state === 'failed' || state === 'undone'
      if (after !== null && hasEnded && (await emend.events.list({ repairId: id, after, limit: 1 })).length === 0) return null
      const told = emend.events.follow(id, { after: after ?? 0, signal })
      return mayReadProposals(principal) ? told : withoutProposals(told)
    },
  }),
]

/** A proposal names memories and steps of everybody: agents, and who acts for one user, are told only that a person decides. */
const mayReadProposals = (principal: Principal): boolean => principal.role !== 'agent' && principal.userId === null

function forWhom(principal: Principal, repair: RepairSummary): RepairSummary {
  return repair.proposal === null || mayReadProposals(principal) ? repair : { ...repair, proposal: null, waitingReason: 'a person has to approve what it does' }
}

async function* withoutProposals(events: AsyncIterable<StoreEvent>): AsyncIterable<StoreEvent> {
  for await (const event of events) yield { ...event, proposal: null }
}
