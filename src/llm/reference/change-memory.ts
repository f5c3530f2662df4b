/** Stage mutation. */
import type { Reply } from '../contracts.js'
import type { RequestDocument } from './request-document.js'
import { chooseMutations } from './choose-mutations.js'
import { redoMutation } from './redo-mutation.js'

/** The mutation that is asked for, or the agent's own choice. */
export function changeMemory(document: RequestDocument): Reply<'mutation'> {
  return { mutations: document.mutation ? redoMutation(document, document.mutation) : chooseMutations(document) }
}
