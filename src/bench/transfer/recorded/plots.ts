/** What could go wrong with a recorded run: one field of what it remembered, in each of four ways. */
import type { RecordItem } from '../../../index.js'
import type { Random } from '../../controlled/random.js'
import type { FactTest, InjectedFault } from '../../controlled/types.js'
import { corruptField, isWordIn } from './corrupt-field.js'
import { fieldsOf, type Field } from './fields.js'
import { tableOf, valueAt, type Change, type JsonWorld, type Row } from './json-world.js'
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
  /** What is asked for, in words, and what it is. */
  field: string
  right: string
  wrong: string
  /** What only the fault says, in spellings that nothing else has. */
  carried: FactTest[]
  /** What the run has changed in the world. */
  changes: Change[]
}

/** Makes the plot of one field; null where it cannot be told. */
type MakePlot = (run: RecordedRun, field: Field, world: JsonWorld, random: Random) => RecordedPlot | null

/** Fields of a run that a fault type could hit, in an order of chance. */
export function candidateFields(run: RecordedRun, type: InjectedFault, world: JsonWorld, random: Random): Field[] {
  const fields = fieldsOf(run.items)
  if (type === 'wrong_user') {
    const own = tableOf(world, run.user ?? '')
    return own ? random.shuffle(ownFields(run.user ?? '', own.row)) : []
  }
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
    const seen = fieldsOf(run.items).filter((one) => isSame(one, field))
    const last = seen.at(-1)
    const old = [...new Set(seen.filter(({ value }) => value === field.value).map(({ memoryId }) => memoryId))]
    // Seen with one value, perhaps several times, and once with another one in the end.
    if (!last || last.value === field.value || !isGold(field, world) || new Set(seen.map(({ memoryId }) => memoryId)).size !== old.length + 1 || old.length > 4) return null
    const clean = withUpdate(run.items, old, last)
    const failedSteps = clean.flatMap((item) => (item.kind === 'step' && item.type === 'memory_update' ? [item.id] : []))
    return {
      ...plotOf('stale', run, field, String(last.value), String(field.value), random), clean, failed: { items: clean, faultIds: old, failedSteps },
      changes: [{ key: field.thing.id, path: field.path, value: last.value }],
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
    const others = ownFields(key, row).map((one) => ({ name: one.name, anyOf: [String(one.value)] }))
      .filter(({ anyOf: [said = ''] }) => said.length > 2 && !run.items.some(({ content }) => isWordIn(content, said)))
    const plot = plotOf('wrong_user', run, field, String(field.value), wrong, random)
    return { ...plot, carried: [...plot.carried, ...others], failed: { items: [memory, ...run.items], faultIds: [memory.id], failedSteps: [] } }
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
    type, run, clean: run.items, failed: null, merge: null, question, field: field.name, right, wrong, changes: [],
    carried: [{ name: field.name, anyOf: wrong.length > 3 && /\d/.test(wrong) ? [wrong] : spelled }],
  }
}

/** What a row says, as fields of what it is about. */
function ownFields(key: string, row: Row): Field[] {
  const fields = fieldsOf([{ kind: 'memory', id: key, content: JSON.stringify({ row_id: key, ...row }) }])
  return fields.filter(({ thing, path, value }) => thing.id === key && valueAt(row, path) === value)
}

/** The world says the same. */
const isGold = ({ thing, path, value }: Field, world: JsonWorld): boolean => valueAt(tableOf(world, thing.id)?.row, path) === value

const isSame = (one: Field, other: Field): boolean => one.thing.id === other.thing.id && one.path.join('.') === other.path.join('.')

/** What another row of the table says there, that nothing in the run says; null where there is none. */
function otherValue(run: RecordedRun, field: Field, world: JsonWorld, random: Random): string | null {
  const rows = Object.values(tableOf(world, field.thing.id)?.rows ?? {})
  const values = random.sample(rows, 40).flatMap((row) => {
    const value = valueAt(row, field.path)
    return (typeof value === 'string' || typeof value === 'number') && typeof value === typeof field.value && value !== field.value ? [String(value)] : []
  })
  return values.find((value) => !run.items.some(({ content }) => isWordIn(content, value))) ?? null
}

/** The write of a later observation of the same thing as an update of the earlier ones, which says what it is about. */
function withUpdate(items: readonly RecordItem[], before: readonly string[], { memoryId: after, thing, name }: Field): RecordItem[] {
  return items.map((item): RecordItem => {
    if (item.kind === 'step' && item.generated_memory_ids?.includes(after)) {
      return { ...item, type: 'memory_update', content: `Update the ${name} of the ${thing.noun} ${thing.id}.`, used_ids: [...item.used_ids ?? [], ...before], consumed_memory_ids: [...before] }
    }
    return item.kind === 'memory' && item.id === after ? { ...item, supersedes: [...before] } : item
  })
}
