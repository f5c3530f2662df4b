/** Replay of a final answer: always the last step of its turn. */
import type { Trx } from '../db/transaction.js'
import { buildContext } from './context.js'
import { lookedUp } from './looked-up.js'
import { newId } from './new-id.js'
import { cutOff, done, noop, settled, type Prepared } from './outcome.js'
import { mayCutOff, mayKeep, newPremises, saysTheSame } from './premises.js'
import type { ReplayTask } from './replay-task.js'
import { citedIds, offeredIds, stepItem } from './step-item.js'
import { tellsOn } from './still-told.js'

/** Prepare an answer: kept where its premises came out the same, else asked for, also when little is left to say. */
export async function prepareAnswer(_trx: Trx, task: ReplayTask): Promise<Prepared> {
  if (mayKeep(task)) return settled(cutOff('its evidence came out the same', newPremises(task)))
  const looked = task.cutsOff ? lookedUp(task) : []
  if (task.rule === 'R14' && looked.length === 0) return settled(noop('its turn looks nothing up: it is made again when somebody asks for it'))
  const { step } = task
  const context = buildContext(task)
  if (context.inputs.length + context.evidence.length === 0) return settled(noop('there is neither a question nor anything to answer from'))
  const check = tellsOn(task)
  return {
    kind: 'ask', stage: 'answer', context, ...(check === null ? {} : { check }),
    async settle(trx, reply) {
      const evidence = offeredIds(context, reply.evidence_ids)
      const isSame = saysTheSame(step.content, reply.content)
      if (isSame && mayCutOff(task)) return cutOff('it says the same as before', evidence)
      const id = await newId(trx, task, step.externalId, new Set())
      return done({
        items: [{ ...stepItem(task, id), content: reply.content, used_ids: citedIds(task, evidence, context.evidence.map((one) => one.id)) }],
        newStep: id,
        replaces: [{ id, old: step.id }],
        isChanged: !isSame,
        detail: looked.length > 0 ? { remember: 'pending' } : {},
      })
    },
  }
}
