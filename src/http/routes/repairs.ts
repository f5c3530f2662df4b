/** Routes on repairs. */
import { z } from 'zod'
import { contracts, type KeyRole, type Principal, type RepairSummary, type StoreEvent } from '../../index.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { eventRoute, route } from '../route.js'

const { repairs, events } = contracts
const readers: KeyRole[] = ['detector', 'auditor', 'worker', 'admin']
/** Agents too may see where a repair stands: it is named to them when evidence was withdrawn. There is no content in it. */
const followers: KeyRole[] = ['agent', ...readers]
const tag = 'repairs'
const number = z.coerce.number().int().min(1).describe('Number of the repair.')
const params = z.strictObject({ repairId: number })

/** Plan, carry out, look, decide, undo. */
export const repairRoutes = [
  route({
    method: 'POST', url: '/v1/repairs/plan', id: 'planRepair', tag, roles: readers,
    summary: 'What a repair of these faults would do: a dry run that changes nothing.',
    body: repairs.which, output: repairs.plan,
    run: ({ emend, body: { faultIds, policy } }) => emend.repairs.plan(faultIds, policy),
  }),
  route({
    method: 'POST', url: '/v1/repairs/trace', id: 'traceAffected', tag, roles: ['auditor', 'admin'],
    summary: 'Every input, step and memory that may carry content of these faults, in the order of the clock. Nothing is changed.',
    body: repairs.which, output: z.strictObject({ affected: z.array(repairs.traced) }),
    run: async ({ emend, body: { faultIds, policy } }) => ({ affected: await emend.repairs.trace(faultIds, policy) }),
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
    method: 'GET', url: '/v1/repairs/:repairId', id: 'getRepair', tag, roles: followers, forOneUser: true, params, output: repairs.summary,
    summary: 'Where a repair stands.',
    run: async ({ emend, principal, params: { repairId } }) => forWhom(principal, await emend.repairs.get(repairId)),
  }),
  route({
    method: 'GET', url: '/v1/repairs/:repairId/report', id: 'getRepairReport', tag, roles: readers, params, output: repairs.report,
    summary: 'What a repair decided, did and cost: emend/repair@1. It has none before its plan.',
    run: ({ emend, params: { repairId } }) => emend.repairs.show(repairId),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:repairId/approve', id: 'approveRepair', tag, roles: ['admin'], params, output: repairs.decision,
    query: z.strictObject({ hash: repairs.proposal.shape.hash.optional().describe('The proposal that was looked at: where another one waits now, it is refused. Left out, whatever waits is approved.') }),
    summary: 'Let a repair go on that waits for a person. Approved is what is shown, also in the answer; where it would do more, it waits again.',
    run: ({ emend, actor, params: { repairId }, query: { hash } }) => emend.repairs.approve(repairId, actor, hash),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:repairId/skip', id: 'skipRepair', tag, roles: ['admin'], params, output: repairs.decision,
    summary: 'Let a repair go on without the tool call that it waits for; a plan that is refused ends its repair.',
    run: ({ emend, actor, params: { repairId } }) => emend.repairs.skip(repairId, actor),
  }),
  route({
    method: 'POST', url: '/v1/repairs/:repairId/undo', id: 'undoRepair', tag, roles: ['admin'], params, output: z.strictObject({ state: z.enum(['undone', 'done']) }),
    summary: 'Restore the statuses from before a repair; undoing again does it again.',
    run: async ({ emend, actor, params: { repairId } }) => ({ state: await emend.repairs.undo(repairId, actor) }),
  }),
  eventRoute({
    url: '/v1/repairs/:repairId/events', id: 'followRepair', tag, roles: followers, forOneUser: true, params, output: events.event,
    summary: 'What happens to a repair, as it happens, until it has ended. With Last-Event-ID, only what came after it; 204 when nothing will come any more.',
    async follow({ emend, principal, params: { repairId }, signal }, after) {
      const { state } = await emend.repairs.get(repairId)
      const hasEnded = state === 'done' || state === 'failed' || state === 'undone'
      if (after !== null && hasEnded && (await emend.events.list({ repairId, after, limit: 1 })).length === 0) return null
      const told = emend.events.follow(repairId, { after: after ?? 0, signal })
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
