/** What looks like a negation and is none. */
const harmless = new RegExp(
  [
    String.raw`\b(?:not only|not just|no (?:later|more|less|fewer|earlier) than|no problem|no doubt|no\. ?\d|number no)\b`,
    String.raw`^\s*(?:no|nope|nein)\s*[,:;.!-]`,
    String.raw`nicht nur|不仅|不但|不过(?=[,\s]|$)|不同|不管|不久|非常|无论`,
  ].join('|'),
  'gi',
)

const negators = new RegExp(
  [
    String.raw`\b(?:isn|aren|wasn|weren|don|doesn|didn|won|wouldn|can|couldn|shouldn|hasn|haven|hadn|mustn|needn)'t\b`,
    String.raw`\b(?:no|not|never|none|neither|nor|without|cannot|nobody|nothing|lack|lacks|lacking)\b`,
    String.raw`\b(?:isnt|arent|dont|doesnt|didnt|wont|cant|nicht|nie|niemals|ohne|weder|kein(?:e[rnms]?)?)\b`,
    '不|没有|没|无|未|并非|非(?=[是])',
  ].join('|'),
  'giu',
)

/** Words that say nothing but no. */
export const negationWords: ReadonlySet<string> = new Set(
  (
    "no not never none neither nor without cannot can't isn't aren't wasn't weren't don't doesn't " +
    "didn't won't wouldn't couldn't shouldn't hasn't haven't hadn't lack lacks lacking " +
    'isnt arent dont doesnt didnt wont cant nicht nie niemals ohne weder kein keine keinen keiner keinem keines ' +
    '不 没有 没 无 未 并非 不是 不会 不能 没有任何'
  ).split(' '),
)

/**
 * Whether a clause denies what it names. The scope is the whole clause; two negations cancel out.
 *
 * @example
 * isNegated('The user is not allergic to nuts') // true
 */
export function isNegated(clause: string): boolean {
  const count = clause.replace(harmless, ' ').match(negators)?.length ?? 0
  return count % 2 === 1
}
