/** What the labels say about an answer, fact by fact. For scoring alone. */
import { holdsFact } from './oracle.js'
import type { Judged } from './score.js'
import type { Labels } from './types.js'

/** Judge an answer. */
export function judgeAnswer(answer: string, labels: Pick<Labels, 'required' | 'forbidden'>): Judged {
  const missing = labels.required.filter((test) => !holdsFact(answer, test)).map(({ name }) => name)
  const forbidden = labels.forbidden.filter((test) => holdsFact(answer, test)).map(({ name }) => name)
  return { isRight: missing.length + forbidden.length === 0, missing, forbidden }
}
