/** LLM-judge: the model makes the plan from a compact view of the failed execution; the executor carries it out. */
import { givenPlanViolations, type Execution, type Reply } from '../../index.js'
import type { Method, PublicCase } from '../controlled/types.js'
import { inputsOf, memoriesOf, oldAnswer, referencesOf, stepsOf } from '../kit/case-steps.js'
import { addFaults } from '../kit/faults.js'
import { carryOut, resultOf } from '../kit/repair-with.js'

/** Plans asked for at most; the case has failed when none can be carried out. */
const tries = 3
/** Characters of a step that the judge sees. */
const longest = 400

const llmJudge: Method = {
  name: 'llm-judge',
  async run({ emend, case: one }) {
    const reply = await emend.model.ask('judge', {
      domain: one.domain, question: one.lastInput.content, evidence: [],
      inputs: inputsOf(one).map(({ id, content }) => ({ id, kind: 'input', content })),
      execution: compact(one),
    }, { purpose: 'agent' }, { tries, check: (plan) => problemOf(one, plan) })
    const faults = await addFaults(emend, one, 'paper')
    return resultOf(emend, one, [await carryOut(emend, faults, planOf(one, reply))])
  },
}
export default llmJudge

function compact(one: PublicCase): Execution {
  return {
    faultIds: one.faults.map(({ memoryId }) => memoryId),
    memories: memoriesOf(one).map(({ id, content, status = 'active' }) => ({ id, content, status })),
    steps: stepsOf(one).map((step) => ({
      id: step.id, turn: step.turn, type: step.type, content: step.content.slice(0, longest).toWellFormed(), used: referencesOf(step), made: [...step.generated_memory_ids ?? []],
    })),
    wrongAnswer: oldAnswer(one),
  }
}

const planOf = (one: PublicCase, reply: Reply<'judge'>) => ({
  by: 'llm-judge', failedAnswer: one.failedAnswer, delete: reply.delete_ids, quarantine: reply.quarantine_ids, reopen: [], replay: reply.replay_ids,
  preserve: reply.preserve_ids, suspicious: reply.suspicious_ids,
})

/** What is wrong with a plan, for the model. */
function problemOf(one: PublicCase, reply: Reply<'judge'>): string | null {
  const nodes = one.items.map((item, id) => ({
    id, externalId: item.id, kind: item.kind === 'step' ? item.type : item.kind, observations: [],
  }))
  const wrong = givenPlanViolations(planOf(one, reply), nodes, one.faults.map(({ memoryId }) => memoryId))
  return wrong.length > 0 ? wrong.slice(0, 5).join('; ') : null
}
