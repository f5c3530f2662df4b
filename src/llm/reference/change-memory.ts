/** Stage mutation. */
import type { Reply } from '../contracts.js'
import type { RequestDocument } from './request-document.js'
import { chooseMutations } from './choose-mutations.js'
import { redoMutation } from './redo-mutation.js'

type Mutation = Reply<'mutation'>['mutations'][number]
type Given = NonNullable<RequestDocument['mutation']>

/**
 * The mutation that is asked for, or the agent's own choice. A merge is made as it would be made now, if it still is; what else is asked for goes by what
 * stood there before, and where the evidence has nothing of that, by what would be done now.
 */
export function changeMemory(document: RequestDocument): Reply<'mutation'> {
  const { mutation: given } = document
  if (!given) return { mutations: chooseMutations(document) }
  const own = ownChoice(document, given)
  if (given.type === 'memory_consolidate' && own.length > 0) return { mutations: own }
  const redone = redoMutation(document, given)
  return { mutations: redone.length > 0 ? redone : own }
}

/** What would be done now of the kind that is asked for, with nothing retired that may not be. */
function ownChoice(document: RequestDocument, given: Given): Mutation[] {
  if (given.type === 'memory_delete') return []
  const fitting = chooseMutations(document).filter(({ type, retire_ids }) => type === given.type && retire_ids.every((id) => given.consumes.includes(id)))
  return fitting.length === 1 ? fitting : []
}
