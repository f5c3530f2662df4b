/** One question to the model: does the last input, asked again in a fresh session, get the repaired answer? */
import { findUncovered } from '../facts/cover.js'
import type { Domain, Model } from '../llm/contracts.js'
import { onlyIn, type StoreCheck } from './sufficiency.js'

/** What came out of a probe. */
export interface ProbeResult {
  /** What the fresh session would answer. */
  answer: string
  /** Facts of the repaired answer that it lacks. */
  lost: string[]
  /** What only the failed answer said, and the fresh session says again. */
  back: string[]
}

/**
 * Ask the last input over the repaired store only: what it retrieves, and what tools are known to return. Recorded nowhere
 * but among the model calls, so that the user's session never sees it.
 *
 * @throws EmendError `model_failed`, `model_reply`, `no_recorded_call`
 */
export async function probe(model: Model, domain: Domain, repairId: number, check: StoreCheck): Promise<ProbeResult> {
  const { content } = await model.ask('answer', {
    domain, question: check.question.content, inputs: [check.question], evidence: [...check.memories, ...check.observations],
  }, { purpose: 'probe', repairId })
  return { answer: content, ...compareAnswers(check.answer.text, check.failedAnswer, content) }
}

/**
 * Compare a fresh answer with the repaired one.
 *
 * @returns both lists empty when they agree
 */
export function compareAnswers(repaired: string, failed: string | null, fresh: string): { lost: string[]; back: string[] } {
  const lost = findUncovered([{ text: repaired }], [{ id: 0, text: fresh }]).missing
  const back = onlyIn(failed ?? '', repaired, fresh)
  return { lost, back }
}
