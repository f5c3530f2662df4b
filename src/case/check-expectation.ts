/** Compare what came out with what a case expects, key by key. */
import type { Expectation, IdSet } from './case-file.js'
import type { CaseOutcome } from './outcome.js'

/** An expectation that fell short. */
export interface Shortfall {
  /** Which, like `expect.replay`. */
  place: string
  expected: string
  got: string
}

/**
 * Check every key that is given.
 *
 * @param expect what must hold
 * @param outcome what came out, of the last event
 * @param place prefix for messages
 * @returns what fell short; empty when all holds
 */
export function checkExpectation(expect: Expectation, outcome: CaseOutcome, place = 'expect'): Shortfall[] {
  const shortfalls: Shortfall[] = []
  const fail = (key: string, expected: string, got: string) => shortfalls.push({ place: `${place}.${key}`, expected, got })

  if (expect.refused !== (outcome.refused ?? undefined)) {
    fail('refused', expect.refused ?? 'not refused', outcome.refused ? `${outcome.refused}: ${outcome.refusal ?? ''}` : 'not refused')
  }
  const sets = planSets(outcome)
  for (const key of planKeys) {
    const wanted = expect[key]
    if (!wanted) continue
    if (!sets) fail(key, show(wanted), 'no plan was made')
    else checkSet(key, wanted, sets[key], fail)
  }
  const active = outcome.memories.filter(({ status }) => status === 'active')
  const activeIds = active.map(({ id }) => id)
  for (const id of expect.active_after ?? []) if (!activeIds.includes(id)) fail('active_after', `${id} is active`, statusOf(outcome, id))
  for (const id of expect.inactive_after ?? []) if (activeIds.includes(id)) fail('inactive_after', `${id} is not active`, 'active')
  for (const text of expect.active_text ?? []) {
    if (!active.some(({ content }) => has(content, text))) fail('active_text', `an active memory with "${text}"`, list(active.map(quote)))
  }
  for (const text of expect.inactive_text ?? []) {
    const found = active.filter(({ content }) => has(content, text))
    if (found.length > 0) fail('inactive_text', `no active memory with "${text}"`, list(found.map(quote)))
  }
  const answer = outcome.answer.after
  for (const text of expect.answer_contains ?? []) if (!has(answer ?? '', text)) fail('answer_contains', `"${text}"`, quoteText(answer))
  for (const text of expect.answer_lacks ?? []) if (has(answer ?? '', text)) fail('answer_lacks', `no "${text}"`, quoteText(answer))
  if (expect.answer_regenerated !== undefined && expect.answer_regenerated !== outcome.answer.regenerated) {
    fail('answer_regenerated', String(expect.answer_regenerated), String(outcome.answer.regenerated))
  }
  const modelCalls = outcome.calls.model + outcome.calls.probe
  if (expect.model_calls_max !== undefined && modelCalls > expect.model_calls_max) {
    fail('model_calls_max', `at most ${expect.model_calls_max}`, `${modelCalls} (${outcome.calls.probe} of them probes)`)
  }
  for (const [tool, count] of Object.entries(expect.tool_calls ?? {})) {
    const got = outcome.calls.tool[tool] ?? 0
    if (got !== count) fail(`tool_calls.${tool}`, String(count), String(got))
  }
  return shortfalls
}

const planKeys = [
  'affected', 'supported', 'delete', 'quarantine', 'reopen', 'invalid', 'replay', 'preserve', 'suspicious', 'redundant', 'stale_answers',
] as const

function planSets({ plan }: CaseOutcome): Record<(typeof planKeys)[number], string[]> | null {
  if (!plan) return null
  return {
    affected: plan.affected, supported: plan.supported, delete: plan.delete_memory_ids, quarantine: plan.quarantine_memory_ids,
    reopen: plan.reopen_memory_ids, invalid: plan.invalid_step_ids, replay: plan.replay_step_ids, preserve: plan.preserve_step_ids,
    suspicious: plan.suspicious_step_ids, redundant: plan.redundant_step_ids, stale_answers: plan.stale_answer_ids,
  }
}

type Fail = (key: string, expected: string, got: string) => void

function checkSet(key: string, wanted: IdSet, got: string[], fail: Fail): void {
  if (Array.isArray(wanted)) {
    const missing = wanted.filter((id) => !got.includes(id))
    const extra = got.filter((id) => !wanted.includes(id))
    const differences = [...missing.map((id) => `${id} is missing`), ...extra.map((id) => `${id} is too many`)]
    if (differences.length > 0) fail(key, list(wanted), `${list(got)}: ${differences.join(', ')}`)
    return
  }
  const missing = (wanted.has ?? []).filter((id) => !got.includes(id))
  const unwanted = (wanted.lacks ?? []).filter((id) => got.includes(id))
  if (missing.length > 0) fail(`${key}.has`, list(missing), list(got))
  if (unwanted.length > 0) fail(`${key}.lacks`, `none of ${list(unwanted)}`, list(got))
}

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())
const list = (parts: string[]): string => `[${parts.join(', ')}]`
const show = (set: IdSet): string => (Array.isArray(set) ? list(set) : JSON.stringify(set))
const quote = ({ id, content }: { id: string; content: string }): string => `${id} "${content}"`
const quoteText = (text: string | null): string => (text === null ? 'no answer' : `"${text}"`)
const statusOf = ({ memories }: CaseOutcome, id: string): string => memories.find((memory) => memory.id === id)?.status ?? 'not in the store'
