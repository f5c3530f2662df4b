/** Tools that change memories. */
import { z } from 'zod'
import { needOwn, needOwnEvidence } from '../../index.js'
import { memorySources } from '../../vocabulary.js'
import { doingOf, given, nodeId, on_withdrawn, place, used_ids } from '../arguments.js'
import { agents } from '../roles.js'
import { tool } from '../tool.js'

const content = z.string().min(1).describe('One statement, understood without the conversation; at most 256 kB.')
const source = z.enum(memorySources).exclude(['injected_fault', 'imported']).exactOptional().describe('Where the content came from; agent_summary when left out.')
const derived_from = z.array(nodeId).exactOptional().describe('Memories that it is made from.')
const step_id = nodeId.describe('The step that did it: cite it in what follows.')
const written = z.strictObject({ id: nodeId.describe('Of the memory.'), step_id })

/** Remember, say anew, retire. */
export const writeTools = [
  tool({
    name: 'add_memory', title: 'Add a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: false },
    description: 'Remember something. Say in used_ids what it follows from: the input, reads, memories and steps that it rests on.',
    input: z.strictObject({ content, used_ids, ...place, source, derived_from, on_withdrawn }),
    output: written,
    async run(caller, { content, source, derived_from, on_withdrawn, ...args }) {
      const doing = await doingOf(caller, args)
      await needOwnEvidence(caller, derived_from)
      const { id, stepId } = await caller.emend.memories.add(content, { ...doing, ...given({ source, derivedFrom: derived_from, onWithdrawn: on_withdrawn }) })
      return { id, step_id: stepId }
    },
    say: ({ id, step_id }) => `stored as memory ${id} by step ${step_id}`,
  }),
  tool({
    name: 'update_memory', title: 'Update a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: true },
    description: 'Say a memory anew: the old version is retired and the new one has an id of its own. Say in used_ids why.',
    input: z.strictObject({ memory_id: nodeId, content, used_ids, ...place, source, derived_from, on_withdrawn }),
    output: written.extend({ supersedes: z.array(nodeId) }),
    async run(caller, { memory_id, content, source, derived_from, on_withdrawn, ...args }) {
      await needOwn(caller, 'memory', memory_id)
      const doing = await doingOf(caller, args)
      await needOwnEvidence(caller, derived_from)
      const { id, stepId } = await caller.emend.memories.update(memory_id, content, { ...doing, ...given({ source, derivedFrom: derived_from, onWithdrawn: on_withdrawn }) })
      return { id, step_id: stepId, supersedes: [memory_id] }
    },
    say: ({ id, step_id, supersedes }) => `memory ${id} takes the place of ${supersedes.join(', ')}, by step ${step_id}`,
  }),
  tool({
    name: 'delete_memory', title: 'Delete a memory', roles: agents, forOneUser: true, annotations: { destructiveHint: true },
    description: 'Retire a memory: it is found no more. For a memory that was wrong from the start, report_fault also repairs what rests on it.',
    input: z.strictObject({ memory_id: nodeId, used_ids, ...place }),
    output: z.strictObject({ step_id }),
    async run(caller, { memory_id, ...args }) {
      await needOwn(caller, 'memory', memory_id)
      const { stepId } = await caller.emend.memories.delete(memory_id, await doingOf(caller, args))
      return { step_id: stepId }
    },
    say: ({ step_id }) => `retired by step ${step_id}`,
  }),
]
