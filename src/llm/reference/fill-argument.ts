/** One argument of a tool call, from what is known. */
import { askedIdentifiers, makeOf } from './asked-identifier.js'
import { argumentCandidates, parameterStems, type Candidate } from './argument-candidates.js'
import { readDocument } from './read-clauses.js'
import { isWorkedOutFrom, occurs } from './occurs.js'
import type { RequestDocument } from './request-document.js'
import { stem } from './stem.js'
import { tokenize, type TokenKind } from './tokens.js'

/** A value with the entries it was taken from; `value` undefined means that nothing is known. */
export interface Filled {
  value: unknown
  evidenceIds: string[]
}

interface Schema {
  type?: unknown
  description?: unknown
  enum?: unknown
  format?: unknown
  default?: unknown
  items?: unknown
  properties?: unknown
}

/**
 * Find a value for a parameter. A value that only the hint has is never taken.
 *
 * @param hinted the value of the old call, undefined when there was none
 */
export function fillArgument(name: string, schema: Schema, hinted: unknown, document: RequestDocument): Filled {
  if (Array.isArray(hinted)) return fillAll(hinted.map((inner, at) => [String(at), fillArgument(name, asSchema(schema.items), inner, document)]), true)
  if (hinted !== null && typeof hinted === 'object') {
    const properties = asSchema(schema.properties) as Record<string, unknown>
    return fillAll(Object.entries(hinted).map(([key, inner]) => [key, fillArgument(key, asSchema(properties[key]), inner, document)]), false)
  }
  if (hinted === null || typeof hinted === 'boolean') return { value: hinted, evidenceIds: [] }
  const old = typeof hinted === 'string' || typeof hinted === 'number' ? hinted : undefined
  const all = [...fromChoices(schema, document), ...argumentCandidates(name, document), ...byShape(name, schema, old, document), ...fromHint(old, document)]
  const fitting = all.map((one) => ({ ...one, value: fitted(one.value, schema, old) })).filter(({ value }) => value !== undefined)
  const rank = ({ value, score }: (typeof fitting)[number]): number => score + (old !== undefined && String(value) === String(old) ? 2.5 : 0)
  const asked = old === undefined ? askedIdentifier(schema, document) : undefined
  if (asked !== undefined) return { value: asked, evidenceIds: entriesThatName(asked, document) }
  const best = fitting.reduce<(typeof fitting)[number] | null>((a, b) => (!a || rank(b) >= rank(a) ? b : a), null)
  if (best) return { value: best.value, evidenceIds: best.evidenceId === null ? entriesThatName(best.value, document) : [best.evidenceId] }
  return { value: schema.default, evidenceIds: [] }
}

/** The identifier that the question names, its references resolved, where it is of the make that the parameter is described by. */
function askedIdentifier(schema: Schema, { question }: RequestDocument): string | undefined {
  const examples = typeof schema.description === 'string' ? tokenize(schema.description).filter(({ kind }) => kind === 'id').map(({ text }) => makeOf(text)) : []
  const ids = [...new Set(askedIdentifiers(question).map(({ text }) => text))].filter((text) => examples.includes(makeOf(text)))
  return ids.length === 1 ? ids[0] : undefined
}

/** Where a value of the question comes from that the user has not said in this turn: what calls it the user's own, else the latest entry that names it. */
function entriesThatName(value: unknown, { inputs, evidence }: RequestDocument): string[] {
  if ((typeof value !== 'string' && typeof value !== 'number') || occurs(value, inputs.at(-1)?.content ?? '')) return []
  const [token] = tokenize(String(value))
  const own = readDocument({ inputs: [], evidence }).findLast(({ frame }) => frame !== null && frame.subject.has('user') && frame.value.length === 1 && frame.value[0] === token?.stem)
  if (own) return [own.evidenceId]
  const entry = evidence.findLast(({ kind, content }) => kind !== 'plan' && occurs(value, content))
  return entry ? [entry.id] : []
}

function fillAll(parts: [string, Filled][], isList: boolean): Filled {
  if (parts.some(([, { value }]) => value === undefined)) return { value: undefined, evidenceIds: [] }
  const value = isList ? parts.map(([, part]) => part.value) : Object.fromEntries(parts.map(([key, part]) => [key, part.value]))
  return { value, evidenceIds: [...new Set(parts.flatMap(([, part]) => part.evidenceIds))] }
}

/** Members of an enum that the question or the evidence speaks of. */
function fromChoices(schema: Schema, document: RequestDocument): Candidate[] {
  if (!Array.isArray(schema.enum)) return []
  const choices = schema.enum.filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
  return choices.flatMap((value) => places(document)
    .filter(({ content }) => occurs(String(value).replaceAll('_', ' '), content) || occurs(value, content))
    .map(({ id }) => ({ value, score: id === null ? 4 : 3, evidenceId: id })))
}

/** Values that look like what the parameter takes: like the old value, or by its type. */
function byShape(name: string, schema: Schema, old: string | number | undefined, document: RequestDocument): Candidate[] {
  const kinds = kindsFor(name, schema, old)
  if (kinds.size === 0) return []
  const mask = typeof old === 'string' ? shapeOf(old) : null
  return places(document).flatMap(({ id, content, isSaid }) => tokenize(content)
    .filter((token) => kinds.has(token.kind) && (mask === null || token.kind !== 'id' || shapeOf(token.text) === mask))
    .map((token) => ({ value: token.text, score: (id === null ? 3 : isSaid ? 2 : 1) + (mask === null ? 0 : 0.5), evidenceId: id })))
}

function kindsFor(name: string, schema: Schema, old: string | number | undefined): ReadonlySet<TokenKind> {
  const oldKinds = typeof old === 'string' ? tokenize(old) : []
  if (oldKinds.length === 1 && oldKinds[0] && ['id', 'date', 'time', 'address'].includes(oldKinds[0].kind)) return new Set([oldKinds[0].kind])
  if (old !== undefined) return new Set()
  const last = name.toLowerCase().split(/[\s_.-]+/).at(-1) ?? ''
  if (schema.format === 'date' || parameterStems(name).includes(stem('date'))) return new Set(['date'])
  if (schema.type === 'integer' || schema.type === 'number') return new Set()
  if (['id', 'number', 'code', 'key', 'sku', 'ref', 'reference'].includes(last)) return new Set(['id'])
  return new Set()
}

/** The old value where it is vouched for: by the question for sure, by evidence less than what the question names itself. */
function fromHint(old: string | number | undefined, document: RequestDocument): Candidate[] {
  if (old === undefined) return []
  const isShort = /^\p{L}{1,2}$/u.test(String(old)) // a letter or two stand in any text
  const found = places(document).filter(({ content }) => occurs(old, content)).map(({ id }) => ({ value: old, score: isShort ? 1 : id === null ? 9 : 4.5, evidenceId: id }))
  if (found.length > 0) return found
  return isWorkedOutFrom(old, places(document).map(({ content }) => content).join('\n')) ? [{ value: old, score: isShort ? 1 : 9, evidenceId: null }] : []
}

function places(document: RequestDocument): { id: string | null; content: string; isSaid: boolean }[] {
  return [
    ...document.evidence.filter(({ kind }) => kind !== 'plan').map(({ id, content }) => ({ id, content, isSaid: false })),
    ...document.inputs.map(({ id, content }) => ({ id, content, isSaid: true })),
    { id: null, content: document.question, isSaid: true },
  ]
}

/** The value as the type of the parameter wants it, or undefined where it cannot be that. */
function fitted(value: string | number, schema: Schema, old: string | number | undefined): string | number | undefined {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return undefined
  const type = schema.type ?? (typeof old === 'number' ? 'number' : undefined)
  if (type === 'integer' || type === 'number') {
    const amount = Number(String(value).replace(/[$€£¥,\s]/g, ''))
    return Number.isNaN(amount) || (type === 'integer' && !Number.isInteger(amount)) ? undefined : amount
  }
  if (type === 'boolean' || type === 'array' || type === 'object') return undefined
  return typeof value === 'number' && type === undefined ? value : String(value)
}

/** Digits and letters of an identifier by kind: two of the same make look the same. */
const shapeOf = (value: string): string => value.replace(/[A-Z]+/g, 'A').replace(/[a-z]+/g, 'a').replace(/\d+/g, '9')

const asSchema = (value: unknown): Schema => (value !== null && typeof value === 'object' ? value : {})
