/** Text as clauses: the smallest parts that can be stated alone. */
import { copulas } from './function-words.js'
import { personHan } from '../../facts/people.js'

/** A clause; `leans` says that it needs the one before it to be understood. */
export interface RawClause {
  text: string
  leans: boolean
  /** It ended with a question mark. */
  asks: boolean
}

/** A sentence without an end is cut between words, so that no pattern looks at more than this. */
const longest = 1000
const pieces = new RegExp(String.raw`\S{${longest},}?(?=\s|$)|.{1,${longest}}(?=\s|$)|.{1,${longest}}`, 'gsu')
const ends = /(?<=[.!?])(?=\s+["“(]?[\p{Lu}\p{N}])|(?<=[。！？；])|;\s+|\n+/u
const leaning = /^(?:it|its|he|him|his|she|her|they|them|their|this|that|these|those|which|who|它|他|她|其|该)\b|^[它他她其]/iu
const joints = /,? (?:and|but|while|whereas)(?: that)? |，/giu
/** Words that only say that something follows, in scripts without spaces: "by the way, ...". */
const announcing = /^(?:(?:请)?(?:您|你)?(?:记住|记下|记得|记一下|注意|留意|知悉)|(?:说明|更正|补充|纠正|提醒|更新)(?:你|您)?(?:一下|一点)?|(?:顺便|另外|对了|还有)(?:说|提)?(?:一句|一下)?)[，,：:]\s*/u
const subjects = new Set(['i', 'we', 'you', 'he', 'she', 'they', 'it', "i'm", "it's"])
const finite = new Set([...copulas, "don't", "doesn't", "didn't", "isn't", "aren't", "won't", "can't", 'has', 'have', 'had', 'will', 'can', 'does', 'do', 'did'])

/** Cut a text into clauses, in order. Abbreviations and decimal points do not end one. */
export function sentences(text: string): RawClause[] {
  const clauses: RawClause[] = []
  for (const sentence of text.split(ends).flatMap((one) => (one && one.length > longest ? one.match(pieces) ?? [] : [one]))) {
    if (!sentence) continue
    const asks = /[?？]["”)]?\s*$/.test(sentence)
    const bare = sentence.trim().replace(/^[-*•]\s+/, '').replace(announcing, '').replace(/[.;。；!！]+$/, '').trim()
    if (!bare) continue
    const parts = asks || bare.length > longest / 2 ? [bare] : splitJoints(bare)
    for (const part of parts) clauses.push({ text: part, leans: clauses.length > 0 && leaning.test(part), asks })
  }
  return clauses
}

/** "A is X and the B is Y" is two clauses where both sides have a subject and a verb of their own. */
function splitJoints(sentence: string): string[] {
  for (const match of sentence.matchAll(joints)) {
    const left = sentence.slice(0, match.index).trim()
    const right = sentence.slice(match.index + match[0].length).trim()
    if (match[0] === '，' ? right.length > 1 && !isBareTopic(left) : isWhole(left) && isWhole(right)) return [left, ...splitJoints(right)]
  }
  return [sentence]
}

/** "My aunt, the key is K2": a person alone is the owner of what follows. */
const isBareTopic = (left: string): boolean => new RegExp(`(?:${personHan.source})[^，的是有在说]{0,4}$`, 'u').test(left) && left.length <= 14

function isWhole(part: string): boolean {
  const words = part.toLowerCase().split(/\s+/)
  if (words.length < 3) return false
  const verb = words.findIndex((word, at) => at > 0 && (finite.has(word) || ((leaning.test(words[0] ?? '') || subjects.has(words[0] ?? '')) && at === 1)))
  return verb > 0 && verb < words.length - 1
}
