import { tidy } from './normalise.js'
import { oneOf } from './one-of.js'
import { pieces } from './pieces.js'

/** A piece of a sentence that can be true by itself. */
export interface RawClause {
  text: string
  /** Text before the first verb of the clause that this one continues ("Order A" in "Order A is late and costs $5"). */
  subject: string
  isNegatedByContrast: boolean
  /** The sentence that it is part of. */
  sentence: string
}

const auxiliary = oneOf(
  "is are was were has have had will can does do did isn't aren't wasn't weren't hasn't haven't won't can't doesn't don't",
  "didn't ist sind war hat haben wird",
)
const verbs = oneOf(
  'likes? loves? hates? dislikes? prefers? wants? needs? owns? lives? works? costs? includes? excludes? renews? expires?',
  'departs? arrives? leaves? starts? ends? ships? allows? requires? offers? gives? gets? uses? flies fly books? booked',
  'bought buys? cancelled canceled moved moves? lasts? covers? returns? returned refunds? confirmed pays? paid holds?',
  'contains? shows? says? sells? reads? speaks? eats? drinks? drives? qualifies belongs? takes? makes? knows? asked asks?',
  'stays? remains? became becomes?',
)
const hasVerb = new RegExp(String.raw`\b(?:${auxiliary}|${verbs})\b`, 'i')
const startsWithVerb = new RegExp(String.raw`^(?:also\s+|then\s+|not\s+|never\s+)?(?:${auxiliary}|${verbs})\b`, 'i')
const startsWithPronoun = /^(?:it|they|he|she|er|sie|es)\s/i
const hasValue = /[$€£]\s?\d|\d/
const hasIdentifier = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]*\b/
const connector = new RegExp(
  [
    String.raw`(?<=[\u4e00-\u9fff]),\s*|,\s*(?=[\u4e00-\u9fff])`,
    String.raw`,?\s+(?:and|but|while|whereas|und|aber|although|because|since|so)\s+`,
    String.raw`,\s+`,
  ].join('|'),
  'giu',
)
const contrast = /,?\s+(?:rather than|instead of|as opposed to|statt|anstatt)\s+|,\s+(?:not|nicht)\s+|而不是|而非/iu
const correction = /^(.*?)\b(?:not|nicht|kein(?:e[nrms]?)?)\s+(?!only\b|just\b|nur\b)([^,]{1,80}?),?\s+(?:but|sondern)\s+(?:rather\s+)?(.+)$/iu
const preference = /\b(prefers?|preferred|over)\b/i

/** An identifier and a value: enough for a statement without a verb ("and order B 45 days"). */
function bindsValue(text: string): boolean {
  const id = hasIdentifier.exec(text)
  return id !== null && hasValue.test(text.replace(id[0], ' '))
}

function cutAtConnectors(sentence: string): RawClause[] {
  const result: RawClause[] = []
  let rest = sentence
  let subject = ''
  connector.lastIndex = 0
  for (let match = connector.exec(rest); match; match = connector.exec(rest)) {
    const left = rest.slice(0, match.index)
    const right = rest.slice(match.index + match[0].length)
    const whole = subject === '' ? left : `${subject} ${left}`
    const isRelative = /^(?:which|who|where)\b/i.test(right)
    const next = right.split(connector)[0] ?? right
    const isVerbless = startsWithVerb.test(next) || isRelative
    const isHan = /[\u4e00-\u9fff]/.test(match[0] + right.slice(0, 1) + left.slice(-1)) && /^,\s*$/.test(match[0])
    const isSplit =
      isHan ||
      (hasVerb.test(whole)
        ? isVerbless || startsWithPronoun.test(next) || hasVerb.test(next) || bindsValue(next)
        : bindsValue(whole) && bindsValue(next))
    if (!isSplit) continue
    result.push({ text: left, subject, isNegatedByContrast: false, sentence })
    const firstVerb = hasVerb.exec(whole)
    const before = firstVerb ? whole.slice(0, firstVerb.index).trim() : ''
    const tail = /(?:.*\b(?:the|a|an|on|of|for|with|to|in)\s+)(.+)$/i.exec(whole)?.[1] ?? before
    subject = isRelative ? tail : isVerbless || startsWithPronoun.test(next) ? before : ''
    rest = isRelative ? right.replace(/^(?:which|who|where)\s+/i, '') : right
    connector.lastIndex = 0
  }
  result.push({ text: rest, subject, isNegatedByContrast: false, sentence })
  return result
}

function cutAtContrast(clause: RawClause): RawClause[] {
  const [, before, , after] = correction.exec(clause.text) ?? []
  if (before !== undefined && after !== undefined) {
    const wrong = clause.text.slice(0, clause.text.length - after.length).replace(/,?\s+(?:but|sondern)\s+(?:rather\s+)?$/iu, '')
    return [{ ...clause, text: wrong }, { ...clause, text: `${before}${after}` }]
  }
  const match = contrast.exec(clause.text) ?? (preference.test(clause.text) ? /\s+(?:over|to)\s+(?=\w)/i.exec(clause.text) : null)
  if (!match || match.index === 0) return [clause]
  const right = clause.text.slice(match.index + match[0].length)
  if (/^\d/.test(right) && !contrast.test(clause.text)) return [clause]
  return [
    { ...clause, text: clause.text.slice(0, match.index) },
    { text: right, subject: '', isNegatedByContrast: true, sentence: clause.sentence },
  ]
}

/** Where sentences end; "3. Mai" is none. */
const ends = new RegExp(
  [
    String.raw`(?<=[!?])(?:\s+|(?=[\u4e00-\u9fff]))`,
    String.raw`(?<!\b\d{1,2})\.(?=\s|$)\s*`,
    String.raw`(?<=\d)\.\s+(?=[A-Z](?!ai\b|an|eb|är|pr|un|ul|ug|ep|kt|ov|ez|ar|ct|ec|ay\b))`,
    String.raw`[;\n。；，]+\s*|(?<=[！？])`,
  ].join('|'),
  'u',
)

/** Cut a text into sentences: at stops that end one, at semicolons and lines; not inside 66.95, 3. Mai or "e.g. this". */
function sentences(text: string): string[] {
  return text
    .replace(/\b(?:e\.g|i\.e|etc|approx|no|mr|mrs|ms|dr|z\.b|bzw)\.\s/gi, (found) => found.replaceAll('.', ''))
    .replace(/^[^\S\n]*(?:[-*•#>]{1,8}|\d{1,4}[.)])[^\S\n]+/gm, '')
    .split(ends)
    .flatMap((sentence) => pieces(sentence))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** The clauses of a tidy text, with what each leans on. */
export function rawClauses(text: string): RawClause[] {
  return sentences(text).flatMap(cutAtConnectors).flatMap(cutAtContrast)
}

/**
 * Cut a text into clauses: pieces that can be true or false by themselves.
 *
 * @returns the clauses in order, tidy, blanks trimmed; none for an empty text
 * @example
 * splitClauses('The plan is Gold and it renews on 3 May.') // ['The plan is Gold', 'The plan it renews on 3 May']
 */
export function splitClauses(text: string): string[] {
  return rawClauses(tidy(text)).map((clause) => `${clause.subject} ${clause.text}`.trim())
}
