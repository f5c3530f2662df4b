/** The tool that records what an agent hears and does. */
import { z } from 'zod'
import { EmendError } from '../../errors.js'
import { actingFor, needOwnEvidence, uuidV7, type NewStep } from '../../index.js'
import { memorySources, stepTypes } from '../../vocabulary.js'
import { doingOf, given, nodeId, on_withdrawn, place, used_ids } from '../arguments.js'
import type { Caller } from '../caller.js'
import { agents } from '../roles.js'
import { tool } from '../tool.js'

const input = z.strictObject({
  type: z.enum(['input', ...stepTypes]).describe(
    'input: what the user said, it starts a turn. claim: a conclusion. plan: what to do. tool_action and tool_observation: a tool call and its result. '
    + 'final_answer: what the user is told. memory_consolidate: several memories are made one. memory_read: what was read elsewhere.'),
  content: z.string().describe('What was said, concluded, planned, called, returned or answered.'),
  ...place,
  session_id: place.session_id.describe('The conversation; a new one when left out, its id is in the result.'),
  used_ids,
  on_withdrawn,
  tool: z.strictObject({
    name: z.string().min(1).max(200), args: z.record(z.string(), z.unknown()).exactOptional().describe('Arguments of a tool_action.'),
    call_id: z.string().min(1).max(200).exactOptional().describe('Ties a tool_observation to its tool_action.'),
  }).exactOptional().describe('Of a tool_action or tool_observation.'),
  consumed_memory_ids: z.array(nodeId).exactOptional().describe('Memories that a memory_consolidate, memory_update or memory_delete retires.'),
  generates: z.array(z.strictObject({
    content: z.string().min(1), source: z.enum(memorySources).exclude(['injected_fault', 'imported']).exactOptional(), derived_from: z.array(nodeId).exactOptional(),
  })).exactOptional().describe('Memories that the step makes.'),
})

type StepArguments = z.output<typeof input>

/** Inputs and steps. */
export const stepTools = [
  tool({
    name: 'record_step', title: 'Record a step', roles: agents, forOneUser: true, annotations: { destructiveHint: false }, input,
    description: 'Record what the user said (type input) or what you did about it, with the evidence in used_ids. Without used_ids a conclusion is taken to rest on '
      + 'everything of its turn, and repairs replay more than they need.',
    output: z.strictObject({ id: nodeId.describe('Cite it in what rests on it.'), session_id: nodeId, turn: z.int(), memory_ids: z.array(nodeId) }),
    async run(caller, args) {
      refuseWithoutPlace(args)
      if (args.type === 'input') return recordInput(caller, args)
      const { sessionId = uuidV7(), turn, ...doing } = await doingOf(caller, args)
      await needOwnEvidence(caller, args.consumed_memory_ids, ...(args.generates ?? []).map(({ derived_from }) => derived_from))
      const step: NewStep = {
        ...doing, type: args.type, content: args.content,
        ...given({
          consumedMemoryIds: args.consumed_memory_ids,
          generates: args.generates?.map(({ content, source, derived_from }) => ({ content, ...given({ source, derivedFrom: derived_from }) })),
          tool: args.tool === undefined ? undefined : { name: args.tool.name, ...given({ args: args.tool.args, callId: args.tool.call_id }) },
        }),
      }
      const recorded = await caller.emend.steps.record({ ...step, sessionId, ...given({ turn }) }, given({ onWithdrawn: args.on_withdrawn }))
      return { id: recorded.id, session_id: recorded.sessionId, turn: recorded.turn, memory_ids: recorded.memoryIds }
    },
    say: ({ id, session_id, turn, memory_ids }) =>
      `recorded as ${id} in turn ${turn} of session ${session_id}${memory_ids.length === 0 ? '' : `, with memories ${memory_ids.join(', ')}`}`,
  }),
]

/** Arguments of a step that an input does not have. */
const ofSteps = ['used_ids', 'on_withdrawn', 'tool', 'consumed_memory_ids', 'generates'] as const

/** @throws EmendError `bad_item` for an argument that would be recorded nowhere */
function refuseWithoutPlace(args: StepArguments): void {
  const stray = args.type === 'input' ? ofSteps.find((name) => args[name] !== undefined) : undefined
  if (stray === undefined) return
  throw new EmendError('bad_item', `record_step: ${stray}: an input rests on nothing and makes nothing`, { tool: 'record_step', path: stray })
}

async function recordInput(caller: Caller, { content, session_id, turn, user_id }: StepArguments) {
  await doingOf(caller, given({ session_id }))
  const recorded = await caller.emend.inputs.add(content, { ...actingFor(caller.principal, user_id), ...given({ sessionId: session_id, turn }) })
  return { id: recorded.id, session_id: recorded.sessionId, turn: recorded.turn, memory_ids: [] }
}
