/** Stage judge: by what the texts say and what steps cite directly, as a reader of the transcript would. It follows no graph. */
import type { Execution, Reply } from '../contracts.js'
import type { RequestDocument } from './request-document.js'
import { tokenize } from './tokens.js'

type Step = Execution['steps'][number]

/** Delete the diagnosed memories, quarantine memories that repeat their values, and take again what cites or repeats them, and the answer. */
export function judgeExecution({ execution, inputs }: RequestDocument): Reply<'judge'> {
  if (!execution) throw new Error('stage judge was given no execution')
  const faults = new Set(execution.faultIds)
  const first = execution.steps.findIndex(({ used, made }) => [...used, ...made].some((id) => faults.has(id)))
  const later = new Set(execution.steps.slice(Math.max(0, first)).flatMap(({ made }) => made))
  const sound = [...inputs, ...execution.memories.filter(({ id }) => !faults.has(id) && !later.has(id))]
  const clean = new Set(sound.flatMap(({ content }) => [...valuesOf(content)]))
  const said = new Set(execution.memories.filter(({ id }) => faults.has(id)).flatMap(({ content }) => [...valuesOf(content)]).filter((value) => !clean.has(value)))
  const repeats = (content: string): boolean => [...valuesOf(content)].some((value) => said.has(value))

  const quarantined = new Set<string>()
  const tainted = new Set<string>()
  for (const step of execution.steps) {
    const isTainted = step.used.some((id) => faults.has(id) || quarantined.has(id)) || step.made.some((id) => faults.has(id))
      || repeats(step.content) || carriesOn(step, tainted)
      || execution.memories.some((memory) => step.made.includes(memory.id) && repeats(memory.content))
    if (!isTainted) continue
    tainted.add(step.id)
    for (const memory of execution.memories) {
      if (step.made.includes(memory.id) && !faults.has(memory.id) && repeats(memory.content)) quarantined.add(memory.id)
    }
  }
  const last = execution.steps.findLast(({ type }) => type === 'final_answer')
  const replayed = execution.steps.filter(({ id, type }) => type !== 'tool_observation' && (tainted.has(id) || id === last?.id))
  return {
    delete_ids: [...faults], quarantine_ids: [...quarantined], replay_ids: replayed.map(({ id }) => id), preserve_ids: [], suspicious_ids: [],
  }
}

/** A call follows its plan, and a result its call. */
const carriesOn = (step: Step, tainted: ReadonlySet<string>): boolean =>
  (step.type === 'tool_action' || step.type === 'tool_observation') && step.used.some((id) => tainted.has(id))

const valuesOf = (text: string): Set<string> =>
  new Set(tokenize(text).filter(({ kind }) => kind !== 'word' && kind !== 'name').map((token) => token.stem))
