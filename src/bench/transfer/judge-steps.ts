/** The evaluators of LongMemEval-V2: an answer has each of several phrases, or has them in order. Compared normalised. */
import type { Judged } from '../controlled/score.js'
import type { FactTest, Labels } from '../controlled/types.js'

/** Lower case, hyphens and underscores as blanks, no punctuation, single blanks. */
export function normalisePhrase(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[-_,;]/g, ' ').replaceAll(/[^\p{L}\p{N}_\s]/gu, '').replaceAll(/\s+/g, ' ').trim()
}

/** Where a phrase ends in a normalised text, as whole words; -1 where it does not stand after `from`. */
function endOf(text: string, phrase: string, from: number): number {
  const wanted = normalisePhrase(phrase)
  if (wanted === '') return -1
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').exec(text.slice(from))
  return found ? from + found.index + found[0].length : -1
}

/** True when one of the spellings stands in the answer. */
export const saysPhrase = (answer: string, test: FactTest): boolean => test.anyOf.some((phrase) => endOf(normalisePhrase(answer), phrase, 0) >= 0)

/** Judge an answer. A step that stands, but not after the ones before it, is missing. */
export function judgeSteps(answer: string, labels: Pick<Labels, 'required' | 'forbidden' | 'isOrdered'>): Judged {
  const text = normalisePhrase(answer)
  let from = 0
  const missing = labels.required.filter(({ anyOf }) => {
    const ends = anyOf.map((phrase) => endOf(text, phrase, labels.isOrdered ? from : 0)).filter((end) => end >= 0)
    if (ends.length > 0) from = Math.min(...ends)
    return ends.length === 0
  }).map(({ name }) => name)
  const forbidden = labels.forbidden.filter((test) => saysPhrase(answer, test)).map(({ name }) => name)
  return { isRight: missing.length + forbidden.length === 0, missing, forbidden }
}
