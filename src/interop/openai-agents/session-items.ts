/** Items of a session of the OpenAI Agents SDK, as nodes of emend and back. */
import type { AgentInputItem } from '@openai/agents-core'
import { uuidV7, type RecentNode, type RecordItem } from '../../index.js'

/** An item, less its place. */
export type Unplaced = { kind: 'input'; id: string; content: string } | Omit<Extract<RecordItem, { kind: 'step' }>, 'session' | 'turn'>

/** What is neither a message of text nor a call is kept as it is. */
const asIs = 'item:'

/**
 * What an item becomes. Messages of text, calls and results are told as what they are; ids and notes of the provider are left out of them.
 *
 * @returns empty for an empty message
 */
export function nodesOf(item: AgentInputItem): Unplaced[] {
  if (item.type === 'function_call') {
    const plan = uuidV7()
    const content = `${item.name}(${item.arguments})`
    return [
      { kind: 'step', id: plan, type: 'plan', content },
      { kind: 'step', id: uuidV7(), type: 'tool_action', content, used_ids: [plan], basis: 'observed', tool: { name: item.name, args: parsed(item.arguments), call_id: item.callId } },
    ]
  }
  if (item.type === 'function_call_result') {
    // Without an action here, emend finds the one of the session that has the call id.
    return [{ kind: 'step', id: uuidV7(), type: 'tool_observation', content: textOf(item.output) ?? asIs + JSON.stringify(item), basis: 'observed', tool: { name: item.name, call_id: item.callId } }]
  }
  const role = 'role' in item ? item.role : null
  const text = 'content' in item ? textOf(item.content) : null
  if (role === 'user') return [{ kind: 'input', id: uuidV7(), content: text ?? asIs + JSON.stringify(item) }]
  if (role === 'assistant' && text !== null) return text === '' ? [] : [{ kind: 'step', id: uuidV7(), type: 'final_answer', content: text }]
  return [{ kind: 'step', id: uuidV7(), type: 'claim', content: asIs + JSON.stringify(item) }]
}

/** The item that a node stands for; null for one that is no part of the conversation. */
export function itemOf({ kind, content, tool }: RecentNode): AgentInputItem | null {
  if (content === null) return null
  if (content.startsWith(asIs)) return parsed(content.slice(asIs.length)) as AgentInputItem
  if (kind === 'input') return { type: 'message', role: 'user', content }
  if (kind === 'final_answer') return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: content }] }
  if (kind === 'tool_action' && tool) {
    return { type: 'function_call', callId: tool.callId ?? '', name: tool.name, status: 'completed', arguments: typeof tool.args === 'string' ? tool.args : JSON.stringify(tool.args ?? {}) }
  }
  if (kind === 'tool_observation' && tool) return { type: 'function_call_result', callId: tool.callId ?? '', name: tool.name, status: 'completed', output: { type: 'text', text: content } }
  return null
}

/** The text of what holds nothing but text. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content as unknown[] : [content]
  const texts = parts.map((part) => (typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : null))
  return texts.every((text) => text !== null) ? texts.join('') : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
