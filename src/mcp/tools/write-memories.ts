/** Tools that change memories. */
import { z } from 'zod'
import { needOwn, needOwnEvidence } from '../../index.js'
import { memorySources } from '../../vocabulary.js'
import { accept_withdrawn, doingOf, given, nodeId, onWithdrawnOf, place, used_ids } from '../arguments.js'
import { agents } from '../roles.js'
import { tool } from '../tool.js'

const text = z.string().min(1).describe('One statement, understood without the conversation; at most 256 kB.')
const source = z.enum(memorySources).exclude(['injected_fault', 'imported']).exactOptional().describe('Where the content came from; agent_summary when left out.')
const derived_from = z.array(nodeId).exactOptional().describe('Memories that it is made from.')
const written = z.strictObject({ memory_id: nodeId, step_id: nodeId.describe('The step that did it: cite it in what follows.') })

/** Remember, say anew, retire. */
export const writeTools = [
  tool({
    name: 'add_memory', title: 'Add a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: false },
    description: 'Remember something. Say in used_ids what it follows from: the input, reads, memories and steps that it rests on.',
    input: z.strictObject({ text, used_ids, ...place, source, derived_from, accept_withdrawn }),
    output: written,
    async run(caller, { text, source, derived_from, accept_withdrawn: accepts, ...args }) {
      const doing = await doingOf(caller, args)
      await needOwnEvidence(caller, derived_from)
      const { id, stepId } = await caller.emend.memories.add(text, { ...doing, ...onWithdrawnOf(accepts), ...given({ source, derivedFrom: derived_from }) })
      return { memory_id: id, step_id: stepId }
    },
    say: ({ memory_id, step_id }) => `stored as memory ${memory_id} by step ${step_id}`,
  }),
  tool({
    name: 'update_memory', title: 'Update a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: true },
    description: 'Say a memory anew: the old version is retired and the new one has an id of its own. Say in used_ids why.',
    input: z.strictObject({ memory_id: nodeId, text, used_ids, ...place, source, derived_from, accept_withdrawn }),
    output: written.extend({ replaces: nodeId }),
    async run(caller, { memory_id, text, source, derived_from, accept_withdrawn: accepts, ...args }) {
      await needOwn(caller, 'memory', memory_id)
      const doing = await doingOf(caller, args)
      await needOwnEvidence(caller, derived_from)
      const { id, stepId } = await caller.emend.memories.update(memory_id, text, { ...doing, ...onWithdrawnOf(accepts), ...given({ source, derivedFrom: derived_from }) })
      return { memory_id: id, step_id: stepId, replaces: memory_id }
    },
    say: ({ memory_id, step_id, replaces }) => `memory ${memory_id} takes the place of ${replaces}, by step ${step_id}`,
  }),
  tool({
    name: 'delete_memory', title: 'Delete a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: true },
    description: 'Retire a memory: it is found no more. For a memory that was wrong from the start, report_fault also repairs what rests on it.',
    input: z.strictObject({ memory_id: nodeId, used_ids, ...place }),
    output: written,
    async run(caller, { memory_id, ...args }) {
      await needOwn(caller, 'memory', memory_id)
      const { stepId } = await caller.emend.memories.delete(memory_id, await doingOf(caller, args))
      return { memory_id, step_id: stepId }
    },
    say: ({ memory_id, step_id }) => `memory ${memory_id} is retired, by step ${step_id}`,
  }),
]
