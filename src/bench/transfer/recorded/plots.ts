/** What could go wrong with a recorded run: one field of what it remembered, in each of four ways. */
import type { RecordItem } from '../../../index.js'
import type { Random } from '../../controlled/random.js'
import type { FactTest, InjectedFault } from '../../controlled/types.js'
import { corruptField, isWordIn } from './corrupt-field.js'
import { fieldsOf, type Field } from './fields.js'
import { tableOf, valueAt, type Change, type JsonWorld } from './json-world.js'
import type { RecordedRun } from './recorded-run.js'

/** A run with a fault that could be put in, and what is asked later. */
export interface RecordedPlot {
  type: InjectedFault
  run: RecordedRun
  /** The run as it should stand, and as it stands with the fault; the same where the fault comes into what is merged later. */
  clean: RecordItem[]
  failed: { items: RecordItem[]; faultIds: string[]; failedSteps: string[] } | null
  /** What is said before the question: a wish to merge notes, in which the fault comes in. */
  merge: string | null
  question: string
  right: string
  wrong: string
  /** Spellings of the wrong value that nothing else has. */
  carried: FactTest
  /** What the run has changed in the world. */
  changes: Change[]
}

/** Makes the plot of one field; null where it cannot be told. */
type MakePlot = (run: RecordedRun, field: Field, world: JsonWorld, random: Random) => RecordedPlot | null

/** Fields of a run that a fault type could hit, in an order of chance. */
export function candidateFields(run: RecordedRun, type: InjectedFault, world: JsonWorld, random: Random): Field[] {
  const fields = fieldsOf(run.items)
  if (type === 'wrong_user') return random.shuffle(ownFields(run, world))
  return random.shuffle(fields.filter((field) => tableOf(world, field.thing.id) !== null))
}

/** How plots are made, by what is wrong. */
export const makePlot: Readonly<Record<InjectedFault, MakePlot>> = {
  poisoned(run, field, world, random) {
    const [right, wrong] = [String(field.value), otherValue(run, field, world, random)]
    if (!isGold(field, world) || wrong === null) return null
    const failed = corruptField(run.items, field, wrong)
    return failed && { ...plotOf('poisoned', run, field, right, wrong, random), failed }
  },
  stale(run, field, world, random) {
    const later = fieldsOf(run.items).find((one) => isSame(one, field) && one.memoryId !== field.memoryId && one.value !== field.value)
    const [before, after] = [String(field.value), String(later?.value)]
    if (!later || !isGold(field, world) || isBefore(run.items, later.memoryId, field.memoryId)) return null
    const clean = withUpdate(run.items, field.memoryId, later.memoryId)
    const step = clean.find((item) => item.kind === 'step' && item.consumed_memory_ids?.includes(field.memoryId))
    if (step?.kind !== 'step') return null
    return {
      ...plotOf('stale', run, field, after, before, random), clean, failed: { items: clean, faultIds: [field.memoryId], failedSteps: [step.id] },
      changes: [{ key: field.thing.id, path: field.path, value: later.value }],
    }
  },
  wrong_user(run, field, world, random) {
    const found = tableOf(world, run.user ?? '')
    const [key, row] = found ? random.pick(Object.entries(found.rows).filter(([id]) => id !== run.user)) : []
    const value = valueAt(row, field.path)
    if (!row || key === undefined || (typeof value !== 'string' && typeof value !== 'number') || value === field.value) return null
    const wrong = String(value)
    if (run.items.some(({ content }) => isWordIn(content, wrong))) return null
    const memory: RecordItem = { kind: 'memory', id: `${run.session}:other`, content: JSON.stringify(row), user: run.user ?? '', source: 'user_input' }
    return { ...plotOf('wrong_user', run, field, String(field.value), wrong, random), failed: { items: [memory, ...run.items], faultIds: [memory.id], failedSteps: [] } }
  },
  summary_drift(run, field, world, random) {
    const [right, wrong] = [String(field.value), otherValue(run, field, world, random)]
    if (!isGold(field, world) || wrong === null) return null
    return { ...plotOf('summary_drift', run, field, right, wrong, random), merge: `Please merge your notes about the ${field.thing.noun} ${field.thing.id} into one.` }
  },
}

function plotOf(type: InjectedFault, run: RecordedRun, field: Field, right: string, wrong: string, random: Random): RecordedPlot {
  const { noun, id } = field.thing
  const thing = type === 'wrong_user' ? null : `${noun} ${id}`
  const question = random.pick(thing === null ? [`From your notes alone: what is my ${field.name}?`, `Using only your notes, what is my ${field.name}?`]
    : [`From your notes alone: what is the ${field.name} of the ${thing}?`, `Using only your notes, what is the ${field.name} of ${thing}?`])
  const key = field.path.at(-1) ?? ''
  const spelled = [`"${key}":${JSON.stringify(wrong)}`, `"${key}":${wrong}`, `"${key}": ${JSON.stringify(wrong)}`, `"${key}": ${wrong}`, `${field.name} is ${wrong}`, `${field.name} are ${wrong}`]
  return {
    type, run, clean: run.items, failed: null, merge: null, question, right, wrong, changes: [],
    carried: { name: field.name, anyOf: wrong.length > 3 && /\d/.test(wrong) ? [wrong] : spelled },
  }
}

/** What the user's own row says, as fields of the user. */
function ownFields(run: RecordedRun, world: JsonWorld): Field[] {
  const found = tableOf(world, run.user ?? '')
  if (!found || run.user === null) return []
  const about = `${run.session}:own`
  const own = fieldsOf([{ kind: 'memory', id: about, content: JSON.stringify({ user_id: run.user, ...found.row }) }])
  return own.filter(({ thing, path, value }) => thing.id === run.user && valueAt(found.row, path) === value)
}

/** The world says the same. */
const isGold = ({ thing, path, value }: Field, world: JsonWorld): boolean => valueAt(tableOf(world, thing.id)?.row, path) === value

const isSame = (one: Field, other: Field): boolean => one.thing.id === other.thing.id && one.path.join('.') === other.path.join('.')

const isBefore = (items: readonly RecordItem[], one: string, other: string): boolean =>
  items.findIndex(({ id }) => id === one) < items.findIndex(({ id }) => id === other)

/** What another row of the table says there, that nothing in the run says; null where there is none. */
function otherValue(run: RecordedRun, field: Field, world: JsonWorld, random: Random): string | null {
  const rows = Object.values(tableOf(world, field.thing.id)?.rows ?? {})
  const values = random.sample(rows, 40).map((row) => valueAt(row, field.path))
  const found = values.find((value) => typeof value === typeof field.value && value !== field.value && !run.items.some(({ content }) => isWordIn(content, String(value))))
  return found === undefined ? null : String(found)
}

/** The write of a later observation of the same thing as an update of the earlier one. */
function withUpdate(items: readonly RecordItem[], before: string, after: string): RecordItem[] {
  return items.map((item): RecordItem => {
    if (item.kind === 'step' && item.generated_memory_ids?.includes(after)) {
      return { ...item, type: 'memory_update', used_ids: [...item.used_ids ?? [], before], consumed_memory_ids: [before] }
    }
    return item.kind === 'memory' && item.id === after ? { ...item, supersedes: [before] } : item
  })
}
