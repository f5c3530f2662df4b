/** The verbs on answers. */
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { checkText, type ApiContext } from './context.js'

/** The answer that stands for another one now. */
export interface CurrentAnswer {
  id: string
  /** Null while it is not valid: nobody should be told it. */
  content: string | null
  /** `withheld`: a repair is under way. `invalid`: it rests on a fault; see isStale. */
  validity: 'valid' | 'withheld' | 'invalid'
  /** An invalid answer that is made again when asked for. */
  isStale: boolean
  /** Whether a repair has replaced the answer that was asked about. */
  isReplaced: boolean
}

/** Verbs on answers. */
export interface AnswersApi {
  /** What stands for an answer now: itself, or what repairs have made in its place. @throws EmendError `not_found` */
  current(answerId: string): Promise<CurrentAnswer>
}

/** Make the verbs for one tenant. */
export function answersApi({ as, tenantId }: ApiContext): AnswersApi {
  const find = (trx: Trx, id: string) => trx.selectFrom('node').innerJoin('step', (join) => join
    .onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .leftJoin('step_state', (join) => join.onRef('step_state.tenant_id', '=', 'node.tenant_id').onRef('step_state.step_id', '=', 'node.node_id'))
    .select(['node.node_id', 'node.external_id', 'step.content', 'step_state.validity', 'step_state.is_stale_answer'])
    .where('node.tenant_id', '=', tenantId).where('node.kind', '=', 'final_answer').where('node.external_id', '=', id).executeTakeFirst()
  /** The youngest valid successor; where none is valid, the youngest. */
  const next = (trx: Trx, node: number) => trx.selectFrom('replacement').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'replacement.tenant_id').onRef('node.node_id', '=', 'replacement.new_node_id'))
    .leftJoin('step_state', (join) => join.onRef('step_state.tenant_id', '=', 'node.tenant_id').onRef('step_state.step_id', '=', 'node.node_id'))
    .select('node.external_id').where('replacement.tenant_id', '=', tenantId).where('replacement.old_node_id', '=', node)
    .where('node.kind', '=', 'final_answer')
    .orderBy((eb) => eb('step_state.validity', 'is', null), 'desc').orderBy('node.node_id', 'desc').executeTakeFirst()

  return {
    current: (id) => as('auditor', async (trx) => {
      let answer = await find(trx, checkText('answers.current', id))
      if (!answer) throw new EmendError('not_found', `there is no answer ${JSON.stringify(id)} in this tenant`, { id })
      for (;;) {
        if (answer.validity === null) break // it stands; what once replaced it was undone
        const successor = await next(trx, answer.node_id)
        const found = successor ? await find(trx, successor.external_id) : undefined
        if (!found) break
        answer = found
      }
      return {
        id: answer.external_id, content: answer.validity === null ? answer.content : null, validity: answer.validity ?? 'valid',
        isStale: answer.is_stale_answer ?? false, isReplaced: answer.external_id !== id,
      }
    }),
  }
}
