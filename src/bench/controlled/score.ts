/** What one method's result on one case is worth. */
import { extractFacts, type RepairReport } from '../../index.js'
import { memoriesOf, stepsOf } from '../kit/case-steps.js'
import { mechanicsOf } from './mechanics.js'
import type { AnyCase, CaseScore, MethodResult, RecurrenceReason } from './types.js'

/** What is right and wrong about an answer. */
export interface Judged {
  isRight: boolean
  /** Names of required facts that it lacks. */
  missing: string[]
  /** Names of forbidden facts that it states. */
  forbidden: string[]
}

/** Everything that is scored. */
export interface Outcome {
  method: string
  /** Null when the method threw. */
  result: MethodResult | null
  error: string | null
  costs: Pick<MethodResult, 'modelCalls' | 'probeCalls' | 'tokensByStage'>
  /** All memories of the store, after the method. */
  store: RepairReport['memories']
  /** The last input, asked again on a fresh session; null where the case was not recovered. */
  answerAgain: string | null
}

/** Score one outcome. @param judge of answers, by the labels of the case */
export function scoreCase(one: AnyCase, outcome: Outcome, judge: (answer: string) => Judged): CaseScore {
  const { result, error, costs, store, answerAgain } = outcome
  const isRecovered = result !== null && judge(result.answer).isRight
  const again = isRecovered && answerAgain !== null ? judge(answerAgain) : null
  const hasRecurred = isRecovered ? !(again?.isRight ?? false) : null
  const active = store.filter(({ status }) => status === 'active')
  const activeIds = new Set(active.map(({ id }) => id))
  const original = new Set(memoriesOf(one).map(({ id }) => id))
  const fresh = active.filter(({ id }) => !original.has(id)).map(({ content }) => content)
  const contents = new Map(store.map(({ id, content }) => [id, content]))
  const affected = new Set(one.labels.affectedClaims)
  const invalidated = new Set(result?.invalidatedClaims ?? [])
  const hit = [...invalidated].filter((id) => affected.has(id)).length
  return {
    caseId: one.id, method: outcome.method, domain: one.domain, faultType: one.faultType, faultCount: one.faultCount,
    storeSize: one.labels.benign.length, steps: stepsOf(one).length,
    isRecovered, hasRecurred, isDurable: isRecovered && hasRecurred === false,
    recurrenceReason: hasRecurred ? reasonOf(one, again, active.map(({ content }) => content), judge) : null,
    faultsRemoved: one.faults.filter(({ memoryId }) => !activeIds.has(memoryId)).length,
    benignKept: one.labels.benign.filter((id) => activeIds.has(id) || fresh.some((content) => saysAll(contents.get(id) ?? '', content))).length,
    claims: { hit, needless: invalidated.size - hit, missed: affected.size - hit },
    replayedSteps: result?.replayedSteps ?? 0, modelCalls: costs.modelCalls, probeCalls: costs.probeCalls,
    tokens: Object.values(costs.tokensByStage).reduce((sum, tokens) => sum + tokens, 0), tokensByStage: costs.tokensByStage,
    answer: result?.answer ?? '', answerAgain, error, mechanics: mechanicsOf(one, result?.plan),
  }
}

/** Why it came back: what only the faults said is there again, or what is asked for is nowhere in the store, or the store had it all. */
function reasonOf(one: AnyCase, again: Judged | null, active: readonly string[], judge: (answer: string) => Judged): RecurrenceReason {
  if (!again) return 'other'
  if (again.forbidden.length > 0) return 'fault_value_present'
  const lacking = new Set(judge(active.join('\n')).missing)
  return one.labels.required.some(({ name }) => lacking.has(name)) ? 'fact_missing_from_store' : 'other'
}

/** Whether one text has every value of another: a replacement that is as right. */
function saysAll(old: string, content: string): boolean {
  if (plain(old) === plain(content)) return true
  const values = extractFacts(old).filter(({ kind }) => kind !== 'word')
  const said = new Set(extractFacts(content).map(({ value }) => value))
  return values.length > 0 && values.every(({ value }) => said.has(value))
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\p{P}\p{S}\s]+/gu, ' ').trim()
