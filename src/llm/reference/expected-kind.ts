/** Which kind of value a question waits for. */
import type { Clause } from './clause.js'
import { fitsComparison } from './extreme.js'
import type { TokenKind } from './tokens.js'

const cues: readonly [RegExp, readonly TokenKind[]][] = [
  [/\bhow (?:much|expensive)\b|\b(?:price|cost|fee|total)\b|多少钱|价格/iu, ['money', 'number']],
  [/\bhow (?:many|long|old|far|often)\b|\bwithin\b|多少|几/iu, ['number']],
  [/\bwhen\b|\bwhat (?:date|day|time)\b|\buntil\b|\bdeadline\b|什么时候|何时|日期/iu, ['date', 'time']],
  [/\bwho\b|\bwhose\b|谁/iu, ['name']],
  [/\b(?:number|id|identifier|code)\b|编号/iu, ['id', 'number']],
]

/** Kinds that an answer should hold, empty when the question does not say. */
export function expectedKinds(question: string): ReadonlySet<TokenKind> {
  return new Set(cues.filter(([cue]) => cue.test(question)).flatMap(([, kinds]) => kinds))
}

/** True when the clause holds a value of one of the kinds, or says in which state a thing is where the question asks for that. */
export function fitsQuestion(question: string, kinds: ReadonlySet<TokenKind>, clause: Clause): boolean {
  if (clause.tokens.some(({ kind }) => kinds.has(kind))) return fitsComparison(question, clause)
  return /\b(?:status|state)\b|状态/iu.test(question) && clause.frame?.attribute === 'status'
}
