/** One method on one case: a tenant of its own, the method, and what the store it leaves is worth. */
import { randomUUID } from 'node:crypto'
import { EmendError } from '../../errors.js'
import { runTurn, type Emend, type OpenOptions, type Tool } from '../../index.js'
import { costsOf } from '../kit/costs.js'
import { openShared } from '../kit/shared-store.js'
import { perturb } from './perturb.js'
import { scoreCase, type Judged, type Outcome } from './score.js'
import type { AnyCase, CaseDomain, CaseScore, Method, MethodResult, PublicCase, World } from './types.js'

/** What a run needs besides case and method. */
export interface Stand {
  /** How to reach the database, and a model other than the configured one. */
  open: Pick<OpenOptions, 'databaseUrl' | 'fetch' | 'builtInModel'>
  /** Share of the model's replies with an error on purpose. What is asked for evaluation has none. */
  noise: number
  dropEdges: number
  spuriousEdges: number
  toolsOf(world: World<CaseDomain>): Tool[]
  judge(one: AnyCase, answer: string): Judged
}

/** A score, and what a person looks at. */
export interface MethodRun {
  score: CaseScore
  result: MethodResult | null
  store: Outcome['store']
}

/**
 * Run a method on a case. What the method throws is its outcome.
 *
 * @throws EmendError what opening the store and recording throw
 */
export async function runMethod(one: AnyCase, method: Method, stand: Stand): Promise<MethodRun> {
  const tenant = `bench-${one.id}-${method.name}-${randomUUID()}`
  const tools = stand.toolsOf(one.world)
  const emend = await openShared({ ...stand.open, tenant, isolated: true, policy: 'facts', domain: one.domain, tools, noise: stand.noise })
  try {
    await emend.importItems(perturb(one.items, one.id, stand.dropEdges, stand.spuriousEdges))
    const judge = (answer: string): Judged => stand.judge(one, answer)
    const { result, error } = await attempt(method, emend, one, judge)
    const outcome: Outcome = { method: method.name, result, error, costs: result ?? await costsOf(emend), store: await emend.allMemories(), answerAgain: null }
    if (result && judge(result.answer).isRight) outcome.answerAgain = await askAgain(emend, one, stand)
    return { score: scoreCase(one, outcome, judge), result, store: outcome.store }
  } finally {
    await emend.dropTenant()
    await emend.close()
  }
}

async function attempt(method: Method, emend: Emend, one: AnyCase, judge: (answer: string) => Judged): Promise<{ result: MethodResult | null; error: string | null }> {
  try {
    const port = method.usesOracle ? { oraclePort: (answer: string) => judge(answer).isRight } : {}
    return { result: await method.run({ emend, case: publicCase(one), ...port }), error: null }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { result: null, error: error instanceof EmendError ? `${error.code}: ${error.message}` : error.message }
  }
}

/** What a method may know. */
export function publicCase(one: AnyCase): PublicCase {
  const { id, domain, faultCount, seed, phrases, items, world, faults, failedAnswer, lastInput } = one
  return { id, domain, faultCount, seed, phrases, items, world, faults, failedAnswer, lastInput }
}

/** The last input on a fresh session over the store as it is now; nothing is remembered. */
async function askAgain(emend: Emend, one: AnyCase, stand: Stand): Promise<string | null> {
  const quiet = stand.noise > 0 ? await openShared({ ...stand.open, tenant: emend.tenant, domain: one.domain }) : null
  try {
    const { content, userId } = one.lastInput
    const store = { inputs: emend.inputs, memories: emend.memories, turns: emend.turns, tools: emend.tools, model: quiet?.model ?? emend.model }
    return (await runTurn(store, { content, userId, domain: one.domain, remembers: false, purpose: 'ask' })).answer.content
  } catch (error) {
    if (error instanceof EmendError) return null
    throw error
  } finally {
    await quiet?.close()
  }
}
