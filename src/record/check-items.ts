/** What may be recorded: refused here, before anything is hashed or sent. SQL refuses the same. */
import { EmendError, type ErrorCode } from '../errors.js'
import { badText } from './bad-text.js'
import { recordItem, type RecordItem } from './items.js'

const maxContentBytes = 262_144
const maxDepth = 64
const maxItems = 10_000
const maxIds = 1_000

/**
 * Check a list of items.
 *
 * @param items as a caller gave them; not trusted to have the type
 * @throws EmendError `bad_item`, `bad_text`, `too_large`, `duplicate_id`, each naming the item and the place in it
 */
export function checkItems(items: readonly RecordItem[]): void {
  if (!Array.isArray(items)) throw new EmendError('bad_item', 'items is not a list')
  if (items.length > maxItems) throw new EmendError('too_large', `a call records at most ${maxItems} items, not ${items.length}`)
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const refuse = (code: ErrorCode, path: string, problem: string): never => {
      throw new EmendError(code, `${path}: ${problem}`, { ...idOf(item), item: index, path })
    }
    checkValue(item, `items[${index}]`, 0, refuse)
    checkSizes(item, `items[${index}]`, refuse)
    const parsed = recordItem.safeParse(item)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      refuse('bad_item', placeOf(index, issue?.path ?? []), issue?.message ?? 'not as agreed')
    }
    if (seen.has(item.id)) refuse('duplicate_id', `items[${index}].id`, `${JSON.stringify(item.id)} stands twice in one call`)
    seen.add(item.id)
  }
}

type Refuse = (code: ErrorCode, path: string, problem: string) => never

/** Text that Postgres cannot store, numbers that JSON cannot say, and JSON without end. */
function checkValue(value: unknown, path: string, depth: number, refuse: Refuse): void {
  if (typeof value === 'string') {
    const problem = badText(value)
    if (problem) refuse('bad_text', path, problem)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse('bad_item', path, `${value} is no number that JSON knows`)
  } else if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    refuse('bad_item', path, `a ${typeof value} is no JSON`)
  } else if (typeof value === 'object' && value !== null) {
    if (depth > maxDepth + 2) refuse('too_large', path.slice(0, 200), `deeper than ${maxDepth} levels`)
    for (const [key, child] of Object.entries(value)) {
      if (!Array.isArray(value)) checkValue(key, path, depth, refuse)
      checkValue(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, depth + 1, refuse)
    }
  }
}

function checkSizes(item: RecordItem, path: string, refuse: Refuse): void {
  if (typeof item !== 'object' || item === null) return
  for (const [key, value] of Object.entries(item)) {
    if (typeof value === 'string') {
      if (key === 'content' && Buffer.byteLength(value) > maxContentBytes) refuse('too_large', `${path}.content`, 'more than 256 kB')
      if (['id', 'session', 'user', 'agent'].includes(key) && value.length > 200) refuse('too_large', `${path}.${key}`, 'more than 200 characters')
    } else if (Array.isArray(value)) {
      if (value.length > maxIds) refuse('too_large', `${path}.${key}`, `more than ${maxIds} entries`)
      const long = value.findIndex((entry) => typeof entry === 'string' && entry.length > 200)
      if (long >= 0) refuse('too_large', `${path}.${key}[${long}]`, 'more than 200 characters')
    }
  }
  const { tool, query, facts, justifications } = item as Record<string, unknown>
  for (const [place, value] of Object.entries({ facts, justifications, 'tool.args': part(tool, 'args'), 'query.text': part(query, 'text') })) {
    if (Buffer.byteLength(JSON.stringify(value) ?? '') > maxContentBytes + 2) refuse('too_large', `${path}.${place}`, 'more than 256 kB')
  }
  const scope = part(query, 'scope')
  for (const [place, value] of Object.entries({
    'tool.name': part(tool, 'name'), 'tool.call_id': part(tool, 'call_id'),
    'query.scope.user': part(scope, 'user'), 'query.scope.agent': part(scope, 'agent'), 'query.scope.session': part(scope, 'session'),
  })) {
    if (typeof value === 'string' && value.length > 200) refuse('too_large', `${path}.${place}`, 'more than 200 characters')
  }
}

const part = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

const idOf = (item: unknown) =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? { id: item.id.slice(0, 200) } : {}

const placeOf = (index: number, path: readonly PropertyKey[]) =>
  path.reduce<string>((place, key) => place + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), `items[${index}]`)
