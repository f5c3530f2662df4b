/** What happens in the demo before anybody notices: two turns, a page that lies, and two answers built on it. */
import { randomUUID } from 'node:crypto'
import { conversation, runTurn, type Emend, type Tool } from '../../index.js'

/** What the story leaves behind. */
export interface Story {
  /** The memory that the page planted. */
  poisoned: string
  /** The wrong answer. */
  answer: { id: string; content: string }
  /** An answer of another session that rests on a memory derived from the wrong answer. */
  laterAnswer: { id: string; content: string }
  question: string
  /** Calls of the model and of tools that the agent made. */
  calls: { model: number; tool: number }
}

/** The world: which firmware is the newest of a router. */
const firmware: Record<string, string> = { 'AX-200': '5.1.0', 'BX-300': '7.2.4' }

/** The tool of the demo. */
export const firmwareLookup: Tool = {
  name: 'firmware_lookup',
  description: 'The newest firmware version of a router model.',
  effect: 'pure',
  parameters: { type: 'object', properties: { model: { type: 'string' } }, required: ['model'], additionalProperties: false },
  async run(args) {
    const { model } = args as { model: string }
    const version = firmware[model]
    if (version === undefined) throw new Error(`there is no router model ${model}`)
    return { model, firmware_version: version }
  },
}

/**
 * Play the story with the reference agent, for real: every read, claim, plan, call, answer and memory is recorded by it.
 *
 * @param emend a fresh tenant, opened with `firmwareLookup`
 */
export async function playStory(emend: Emend): Promise<Story> {
  const monday = conversation(emend, { userId: 'ana', sessionId: `monday-${randomUUID()}`, agentId: 'desk' })
  const told = await monday.say('My router is a model BX-300.')
  const preferred = await monday.say('I prefer answers by e-mail.')
  const [known = ''] = told.memoryIds

  const { id: poisoned } = await emend.memories.update(known, 'The router model of the user is AX-200.', {
    userId: 'ana', agentId: 'page-reader', source: 'tool_observation',
  })

  const question = 'Which firmware version should I install on my router model?'
  const tuesday = await runTurn(emend, { userId: 'ana', sessionId: `tuesday-${randomUUID()}`, agentId: 'desk', content: question })
  const wednesday = await runTurn(emend, {
    userId: 'ana', sessionId: `wednesday-${randomUUID()}`, agentId: 'technician', content: 'Which router model do I have?',
    toolNames: [], remembers: false,
  })
  const turns = [told, preferred, tuesday, wednesday]
  return {
    poisoned, question, answer: tuesday.answer, laterAnswer: wednesday.answer,
    calls: { model: turns.reduce((sum, turn) => sum + turn.calls.model, 0), tool: turns.reduce((sum, turn) => sum + turn.calls.tool, 0) },
  }
}
