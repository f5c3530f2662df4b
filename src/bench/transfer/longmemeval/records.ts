/** The files of LongMemEval-V2 as its public tools read them: `questions.jsonl`, `trajectories.jsonl`, `haystacks/lme_v2_<tier>.json`. */
import { z } from 'zod'

/** A question with its answer and the name of its evaluator, as `norm_phrase_set_match_ordered|separators=,;`. */
export const questionRecord = z.looseObject({
  id: z.string(), question: z.string(), answer: z.string(), eval_function: z.string(), question_type: z.string().default(''), image: z.string().nullish(),
})
/** A question. */
export type QuestionRecord = z.infer<typeof questionRecord>

/** One page as an agent saw it, and what it did there. */
export const stateRecord = z.looseObject({
  url: z.string().nullish(), action: z.string().nullish(), thought: z.string().nullish(), accessibility_tree: z.string().nullish(), text: z.string().nullish(),
})
/** A state. */
export type StateRecord = z.infer<typeof stateRecord>

/** What an agent did for one goal. */
export const trajectoryRecord = z.looseObject({ id: z.string(), goal: z.unknown(), outcome: z.unknown(), states: z.array(stateRecord) })
/** A trajectory. */
export type TrajectoryRecord = z.infer<typeof trajectoryRecord>

/** Trajectories of each question. */
export const haystackRecord = z.record(z.string(), z.array(z.string()))

/** What is compared with an answer. */
export interface Evaluator {
  phrases: string[]
  isOrdered: boolean
}

/** The phrases of a question that is judged by phrases; null for questions about pictures, false premises, and those that a model judges. */
export function evaluatorOf({ answer, eval_function, question_type, image }: QuestionRecord): Evaluator | null {
  const [name, ...options] = eval_function.split('|').map((part) => part.trim())
  if ((name !== 'norm_phrase_set_match' && name !== 'norm_phrase_set_match_ordered') || image || question_type.endsWith('-abs')) return null
  const given = options.find((option) => /^separators?=/.test(option))?.replace(/^separators?=\s*/, '')
  const separators = given === undefined ? [',', ';'] : separatorsOf(given)
  let phrases = [answer]
  for (const separator of separators) phrases = phrases.flatMap((phrase) => phrase.split(separator))
  const said = phrases.map((phrase) => phrase.trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
  return said.length > 0 ? { phrases: said, isOrdered: name === 'norm_phrase_set_match_ordered' } : null
}

function separatorsOf(given: string): string[] {
  if (given.startsWith('[')) return z.array(z.string()).parse(JSON.parse(given))
  return Array.from(given).filter((letter) => letter.trim() !== '')
}
