/** Tools that carry repairs out, look at them and take them back. */
import { z } from 'zod'
import { EmendError } from '../../errors.js'
import { contracts } from '../../index.js'
import { policies, repairStates } from '../../vocabulary.js'
import { number } from '../arguments.js'
import { repairJson } from '../repair-json.js'
import { admins, followers, workers } from '../roles.js'
import { tool } from '../tool.js'

const repair_id = number.describe('Number of the repair.')
const output = z.strictObject({
  repair: z.strictObject({
    id: number, state: z.enum(repairStates).describe('The last commit boundary that it passed; done, failed and undone are ends.'),
    waiting_for: z.string().nullable().describe('approval or tool = a person decides; overlap = an older repair goes first; null = it runs or has ended.'),
    policy: z.enum(policies), faults: z.array(number), model_calls: z.int(), probe_calls: z.int(), opened_at: z.string(),
    proposal: contracts.repairs.proposal.nullable().describe('What a person is asked to approve: what it does, and what of it is more than was approved before (growth). Null where it waits for nothing, and for agents.'),
  }),
  report: z.strictObject({ ...contracts.repairs.report.shape, plan: z.strictObject(contracts.repairs.plan.shape) }).nullable()
    .describe('What it decided, did and cost; null before its plan, and for agents.'),
})

function say({ repair, report }: z.output<typeof output>): string {
  const stands = `repair ${repair.id} is ${repair.state}${repair.waiting_for === null ? '' : `, waiting for ${repair.waiting_for}`}`
  if (report === null) return stands
  const { answer, replayed, verify } = report
  return [
    `${stands}; ${replayed.length} steps replayed`, JSON.stringify({ answer_before: answer.before, answer_now: answer.after }),
    ...(verify === null ? [] : [`${verify.violations} violations, the store ${verify.sufficient ? 'is' : 'is not'} sufficient for the answer`]),
  ].join('\n')
}

/** Execute, look, undo. */
export const repairTools = [
  tool({
    name: 'execute_repair', title: 'Execute a repair', roles: workers, forOneUser: false, annotations: { destructiveHint: true, idempotentHint: true }, output, say,
    description: 'Repair a fault: withdraw what rests on it and make the answer again. Look at plan_repair first. Ends early where a person must decide.',
    input: z.strictObject({
      fault_id: number.describe('Number of the fault.'),
      wait: z.boolean().default(true).describe('true: carry it out here and now; false: leave it to a worker, and follow it with get_repair.'),
    }),
    async run(caller, { fault_id, wait }) {
      const { repairs } = caller.emend
      const repairId = await repairs.openFor(fault_id)
      if (wait) {
        await repairs.run(repairId).catch(async (error: unknown) => { // before its plan is approved it has no report, but a proposal
          if (!(error instanceof EmendError && error.code === 'repair_state') || (await repairs.get(repairId)).proposal === null) throw error
        })
      }
      return repairJson(caller, repairId)
    },
  }),
  tool({
    name: 'get_repair', title: 'Get a repair', roles: followers, forOneUser: true, annotations: { readOnlyHint: true }, output, say,
    description: 'Where a repair stands and, but for agents, what it decided, did and cost.',
    input: z.strictObject({ repair_id }),
    run: (caller, { repair_id }) => repairJson(caller, repair_id),
  }),
  tool({
    name: 'approve_repair', title: 'Approve a repair', roles: admins, forOneUser: false, annotations: { destructiveHint: true },
    description: 'Let a repair go on that waits for approval. A person decides: show them what get_repair says in proposal, first of all its growth, and approve with its hash.',
    input: z.strictObject({ repair_id, hash: contracts.repairs.proposal.shape.hash }),
    output: z.strictObject({ repair_id, effects: contracts.repairs.effects.nullable(), growth: contracts.repairs.effects.nullable() }),
    run: async ({ emend, actor }, { repair_id, hash }) => {
      const { effects, growth } = await emend.repairs.approve(repair_id, actor, hash)
      return { repair_id, effects, growth }
    },
    say: ({ repair_id, effects, growth }) => `repair ${repair_id} goes on: ${JSON.stringify({ effects, growth })}`,
  }),
  tool({
    name: 'undo_repair', title: 'Undo a repair', roles: admins, forOneUser: false, annotations: { destructiveHint: true },
    description: 'Restore the statuses from before a repair; what was written since stays. Undoing again does the repair again.',
    input: z.strictObject({ repair_id }),
    output: z.strictObject({ repair_id, state: z.enum(['undone', 'done']) }),
    run: async ({ emend, actor }, { repair_id }) => ({ repair_id, state: await emend.repairs.undo(repair_id, actor) }),
    say: ({ repair_id, state }) => `repair ${repair_id} is ${state}`,
  }),
]
