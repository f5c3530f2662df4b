/** Of a conversation that a model is shown, what its user says now. */

/** One message, as far as it is looked at. */
export interface Spoken {
  role: 'user' | 'assistant' | 'other'
  text: string
  /** The assistant asks for tools: it has not answered yet. */
  callsTools?: boolean
}

/** What users said after the last answer. */
export function unanswered(messages: readonly Spoken[]): string[] {
  const answered = messages.findLastIndex(({ role, text, callsTools }) => role === 'assistant' && text !== '' && callsTools !== true)
  return messages.slice(answered + 1).filter(({ role, text }) => role === 'user' && text !== '').map(({ text }) => text)
}
