/** What is true about a case, from the values that the generator put in; never from edges. */
import { extractFacts, type RecordItem } from '../../../index.js'
import { holdsFact } from '../oracle.js'
import type { Script } from '../scripts/script.js'
import type { FactTest, Labels } from '../types.js'

const holdsAny = (text: string, tests: readonly FactTest[]): boolean => tests.some((test) => holdsFact(text, test))

/**
 * Label a failed execution.
 *
 * @param clean the execution without a fault
 * @param failed the execution with it; same ids as the case will have
 * @param more the faulty memories, and where the earliest of them came in: items from there on may be affected
 */
export function labelCase(
  script: Pick<Script, 'required' | 'forbidden' | 'carried'>, clean: { items: readonly RecordItem[]; answer: string }, failed: readonly RecordItem[], more: { faultIds: ReadonlySet<string>; from: number },
): Labels {
  const { required, forbidden, carried } = script
  const known = new Set(clean.items.flatMap(({ content }) => valuesOf(content)))
  const isBenign = ({ content }: RecordItem): boolean => !holdsAny(content, carried) && valuesOf(content).every((value) => known.has(value))
  return {
    required, forbidden, cleanAnswer: clean.answer,
    benign: failed.flatMap((item) =>
      (item.kind === 'memory' && item.status === 'active' && !more.faultIds.has(item.id) && isBenign(item) ? [item.id] : [])),
    affectedClaims: affectedClaims(clean.items, failed.slice(more.from), carried),
  }
}

/** Values as such, whatever is said of them: one that no step of the clean run names came of a fault, like the number of a ticket for the wrong order. */
const valuesOf = (content: string): string[] => extractFacts(content).filter(({ kind }) => kind !== 'word' && kind !== 'name').map(({ kind, value }) => `${kind} ${value}`)

/** Claims with a value of a fault that the same turn of the clean run does not make. */
function affectedClaims(clean: readonly RecordItem[], failed: readonly RecordItem[], carried: readonly FactTest[]): string[] {
  const place = (item: { session: string; turn: number; content: string }): string => `${item.session} ${item.turn} ${item.content}`
  const made = new Set(clean.flatMap((item) => (item.kind === 'step' && item.type === 'claim' ? [place(item)] : [])))
  return failed.flatMap((item) => (item.kind === 'step' && item.type === 'claim' && holdsAny(item.content, carried) && !made.has(place(item)) ? [item.id] : []))
}
