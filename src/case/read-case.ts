/** Read a case file: strict about keys, and about ids that resolve to nothing or stand twice. */
import { EmendError } from '../errors.js'
import { caseFile, type CaseFile, type Expectation } from './case-file.js'

type Item = CaseFile['items'][number]

/**
 * Parse and check a case.
 *
 * @param text the JSON text
 * @param name what to call the file in messages
 * @throws EmendError `bad_case` naming the place, like `items[3].used_ids[0]`
 */
export function readCase(text: string, name = 'case'): CaseFile {
  const parsed = caseFile.safeParse(parseJson(text, name))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const place = (issue?.path ?? []).reduce<string>((path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`), '')
    throw badCase(name, place.replace(/^\./, '') || 'top level', issue?.message ?? 'is not a case')
  }
  checkIds(parsed.data, name)
  return parsed.data
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badCase(name, 'top level', `is not JSON: ${(error as Error).message}`)
  }
}

const badCase = (name: string, place: string, message: string) => new EmendError('bad_case', `${name}: ${place}: ${message}`, { place })

function checkIds(file: CaseFile, name: string): void {
  const kinds = new Map<string, string>()
  const everything: { item: Item; place: string }[] = [
    ...file.items.map((item, index) => ({ item, place: `items[${index}]` })),
    ...file.then.flatMap((event, at) =>
      event.do === 'record' ? event.items.map((item, index) => ({ item, place: `then[${at}].items[${index}]` })) : [],
    ),
  ]
  for (const { item, place } of everything) {
    if (kinds.has(item.id)) throw badCase(name, `${place}.id`, `"${item.id}" stands twice`)
    kinds.set(item.id, item.kind === 'step' ? item.type : item.kind)
  }
  const known = (id: string, place: string, kind?: string) => {
    const found = kinds.get(id)
    if (!found) throw badCase(name, place, `"${id}" is no id of this file`)
    if (kind && found !== kind) throw badCase(name, place, `"${id}" is a ${found}, not a ${kind}`)
  }
  for (const { item, place } of everything) checkItem(item, place, known)
  file.faults.forEach((fault, index) => known(fault.memory_id, `faults[${index}].memory_id`, 'memory'))
  if (file.failed_answer) known(file.failed_answer, 'failed_answer', 'final_answer')
  if (file.expect) checkExpectation(file, file.expect, 'expect', name, known)
  file.then.forEach((event, at) => {
    if (event.do === 'fault') known(event.fault.memory_id, `then[${at}].fault.memory_id`, 'memory')
    if (event.do === 'withdraw') known(event.memory_id, `then[${at}].memory_id`, 'memory')
    if (event.do === 'expect') checkExpectation(file, event.expect, `then[${at}].expect`, name, known)
  })
}

type Known = (id: string, place: string, kind?: string) => void

function checkItem(item: Item, place: string, known: Known): void {
  const lists: Record<string, string[]> =
    item.kind === 'step'
      ? { used_ids: item.used_ids, generated_memory_ids: item.generated_memory_ids, consumed_memory_ids: item.consumed_memory_ids }
      : item.kind === 'memory' ? { derived_from: item.derived_from, supersedes: item.supersedes } : {}
  for (const [key, ids] of Object.entries(lists)) {
    ids.forEach((id, index) => known(id, `${place}.${key}[${index}]`, key === 'used_ids' ? undefined : 'memory'))
  }
  if (item.kind === 'step') {
    item.justifications?.forEach((ids, index) => ids.forEach((id, at) => known(id, `${place}.justifications[${index}][${at}]`)))
  }
  item.late?.forEach(({ from }, index) => known(from, `${place}.late[${index}].from`))
}

const idKeys = [
  'affected', 'supported', 'delete', 'quarantine', 'reopen', 'invalid', 'replay', 'preserve', 'suspicious', 'redundant',
  'stale_answers', 'active_after', 'inactive_after',
] as const

function checkExpectation(file: CaseFile, expect: Expectation, place: string, name: string, known: Known): void {
  for (const key of idKeys) {
    const set = expect[key]
    if (!set) continue
    const resolves = (id: string, at: string): void => known(id.replace(/'+$/, ''), at) // m1' is what a repair puts in the place of m1
    if (Array.isArray(set)) set.forEach((id, index) => resolves(id, `${place}.${key}[${index}]`))
    else for (const side of ['has', 'lacks'] as const) set[side]?.forEach((id, index) => resolves(id, `${place}.${key}.${side}[${index}]`))
  }
  const tools = new Set(file.tools.map((tool) => tool.name))
  for (const tool of Object.keys(expect.tool_calls ?? {})) {
    if (!tools.has(tool)) throw badCase(name, `${place}.tool_calls.${tool}`, `"${tool}" is no tool of this file`)
  }
}
