/** The tool of detectors. */
import { z } from 'zod'
import { needOwn, needOwnEvidence } from '../../index.js'
import { faultStates, faultTypes } from '../../vocabulary.js'
import { given, nodeId, number } from '../arguments.js'
import { detectors } from '../roles.js'
import { tool } from '../tool.js'

/** Report a faulty memory. */
export const faultTools = [
  tool({
    name: 'report_fault', title: 'Report a faulty memory', roles: detectors, forOneUser: true, annotations: { destructiveHint: true },
    description: 'Say that a memory is faulty. Nobody finds it from now on; what rests on it is repaired by a worker, or with execute_repair.',
    input: z.strictObject({
      memory_id: nodeId,
      type: z.enum(faultTypes).exactOptional().describe('What is believed to be wrong.'),
      evidence: z.string().max(32_768).exactOptional().describe('Why, for people.'),
      confidence: z.number().min(0).max(1).exactOptional(),
      failed_answer_id: nodeId.exactOptional().describe('The answer to repair; the last one affected when left out.'),
      hold: z.boolean().exactOptional().describe('Out of retrieval, but nothing is repaired until a person releases the fault; default false.'),
    }),
    output: z.strictObject({ id: number.describe('Of the fault.'), memory_id: nodeId, state: z.enum(faultStates), repair_id: number.nullable() }),
    async run(caller, { memory_id, failed_answer_id, ...rest }) {
      await needOwn(caller, 'memory', memory_id)
      await needOwnEvidence(caller, failed_answer_id === undefined ? [] : [failed_answer_id])
      const fault = await caller.emend.faults.add({ detector: caller.actor, memoryId: memory_id, ...rest, ...given({ failedAnswerId: failed_answer_id }) })
      return { id: fault.id, memory_id: fault.memoryId, state: fault.state, repair_id: fault.repairId }
    },
    say: ({ id, memory_id }) => `fault ${id} is reported; memory ${memory_id} is out of retrieval`,
  }),
]
