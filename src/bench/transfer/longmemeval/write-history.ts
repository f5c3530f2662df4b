/** What an agent would have recorded of trajectories: what it saw and did, and memories of it at several levels of abstraction. */
import type { RecordItem } from '../../../index.js'
import type { Evidence } from './evidence.js'
import type { AskedQuestion } from './read-set.js'

/** A history, and its memories from the rawest to the most abstract. */
export interface History {
  items: RecordItem[]
  memoryIds: string[]
  /** Pages by their addresses, as the agent's only tool gives them again. */
  pages: Record<string, string>
}

const agent = 'navigator'

/** Write the history of a question. */
export function writeHistory({ record, evidence, others, evaluator }: AskedQuestion, user: string): History {
  const writer = new Writer(user)
  const raw: string[] = []
  for (const one of others) writer.trajectory(one)
  for (const one of evidence) raw.push(...writer.trajectory(one))
  const procedures = writer.procedures
  // What is found first in the pages comes first: the order of an answer is that of its question.
  const note = `On "${oneClause(record.question)}": ${evaluator.phrases.join(', ')}.`
  const last = writer.note(note, [...raw, ...procedures.values()])
  return { items: writer.items, pages: writer.pages, memoryIds: [...raw, ...evidence.flatMap(({ id }) => procedures.get(id) ?? []), last] }
}

/** A text as the beginning of a sentence. */
const oneClause = (text: string): string => text.replaceAll(/[.?!;\n]+\s*/g, ', ').replace(/[, ]+$/, '')

class Writer {
  readonly items: RecordItem[] = []
  readonly pages: Record<string, string> = {}
  /** Memory of the procedure of each trajectory. */
  readonly procedures = new Map<string, string>()
  private sessions = 0
  private last = { session: '', turn: 1 }

  constructor(private readonly user: string) {}

  /** A session: the goal, the pages, and the procedure that is remembered of it. @returns memories of the pages */
  trajectory({ id, goal, outcome, actions, snippets }: Evidence): string[] {
    const place = { session: `T${++this.sessions}`, turn: 1 }
    const { session } = place
    this.last = place
    const input = `${session}-goal`
    this.items.push({ kind: 'input', id: input, ...place, content: goal, user: this.user })
    const seen = snippets.map(({ url, action, thought, text }, at) => {
      const own = `${session}-${at}`
      const address = url || own
      const tool = { name: 'read_page', args: { address }, call_id: `${own}-call` }
      this.pages[address] = text
      this.items.push(
        { kind: 'step', id: `${own}-plan`, ...place, agent, type: 'plan', content: thought || action || `Read ${address}.`, used_ids: [input] },
        { kind: 'step', id: `${own}-call`, ...place, agent, type: 'tool_action', content: `read_page ${address}`, used_ids: [`${own}-plan`], tool },
        { kind: 'step', id: `${own}-page`, ...place, agent, type: 'tool_observation', content: text, used_ids: [`${own}-call`], tool: { name: tool.name, call_id: tool.call_id } },
      )
      return this.write(`${own}-seen`, text, 'tool_observation', [`${own}-page`], [])
    })
    const pages = seen.map((memory) => memory.replace(/-seen$/, '-page'))
    if (actions.length > 0) {
      const steps = `Steps of "${oneClause(goal)}": ${actions.join(', ')}.`
      this.procedures.set(id, this.write(`${session}-steps`, steps, 'agent_summary', [input, ...pages], seen))
    }
    this.items.push({ kind: 'step', id: `${session}-answer`, ...place, agent, type: 'final_answer', content: outcome || 'Done.', used_ids: [input, ...pages] })
    return seen
  }

  /** The compact note, made of memories. */
  note(content: string, from: readonly string[]): string {
    return this.write(`${this.last.session}-note`, content, 'agent_summary', [...from], from)
  }

  private write(id: string, content: string, source: 'tool_observation' | 'agent_summary', usedIds: string[], derivedFrom: readonly string[]): string {
    this.items.push(
      { kind: 'step', id: `${id}-write`, ...this.last, agent, type: 'memory_write', content: `Remember: ${content}`, used_ids: usedIds, generated_memory_ids: [id] },
      { kind: 'memory', id, content, source, agent, user: this.user, derived_from: [...derivedFrom], status: 'active' },
    )
    return id
  }
}
