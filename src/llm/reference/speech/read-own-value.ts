/** What something of somebody's is, wherever in a sentence that is said. */
import { anyOf, changeVerbs } from './act-verbs.js'
import { personNoun } from '../../../facts/people.js'
import { valueAtEnd, valueAtStart } from './value-text.js'

/** A thing of somebody's, and its value. */
export interface OwnValue {
  /** Whose it is, where it is somebody else's: "his", or "my aunt's". */
  who?: string
  noun: string
  value: string
}

const stop = 'is|are|was|were|am|has|have|had|will|would|should|shall|can|could|may|might|must|do|does|did|be|been|being|to|into|as|for|from|in|on|at|with|by|and|or|but|so|if|that|which|who|what|because|since|when|now|again|please|it|you|we|they|i|he|she|there|here|not|no|than|then|over|back|down|up|off|out|just|too|also|actually|about|these|those|this|the|a|an|of|instead|anymore|any|before|after|ever|never|yesterday|lately|recently|somewhere|elsewhere|only|still|already|always|often|sometimes|today|tomorrow|tonight|however|anyway|someone|somebody|anyone|people|wrong|different|ok|okay|thanks|one|isn|aren|wasn|doesn|hasn|won|weren|becomes|became|changes|changed|moves|moved|used|reads|remains|stays'
const word = String.raw`(?!(?:${stop})(?:['’]\p{L}+)?(?![\p{L}\p{N}-]))[\p{L}\p{N}]+(?:[-&'’.](?!s\b)[\p{L}\p{N}]+)*`
const noun = String.raw`(?:(?:own|new|newest|current|latest|updated|correct|right|actual|present|old|former|previous|usual) )*(?<noun>${word}(?: ${word}){0,4}(?: of ${word})?)`
const adverb = String.raw`(?:(?:now|currently|actually|really|just|still|also|officially|simply|already|recently|always|apparently|in fact|as of (?:now|today|this \p{L}+)|as it happens|from now on|these days|at present|today|henceforth|for now|going forward|definitely|henceforth|instead|from today|finally|supposedly|basically|probably|clearly),? )*`
const be = String.raw`(?:is|are|was|were|will be|would be|should be|should read|should say|shall be|must be|has to be|have to be|needs to be|ought to be|is going to be|becomes?|became|has become|have become|reads|equals|remains|stays|happens to be|turns out to be|turned out to be|comes out as|comes to|is set to|is down as|is listed as|is recorded as|is to be|is supposed to be|has been set to|goes to)`
const it = String.raw`(?:(?:it|that|this|they|these|the (?:new|current|right|correct|updated|actual|latest|real|proper)(?: one| value| version| thing)?|(?:mine|the one i (?:use|have|want|go by)|what i (?:use|have|want|go by)|everything|make)|the answer|my answer))`
const move = String.raw`(?:(?:has|have|had|was|were|got|is|are|gets)(?: been| being)? )?${adverb}(?:changed|changing|moved|moving|switched|switching|updated|set|reset|altered|corrected|amended|gone|swapped|become|turned|shifted|changes|moves|switches)(?: over| across| around)?(?: from [^,.;]{1,40}?)? (?:to|into|for)`
const take = String.raw`(?:use|using|go with|going with|gone with|went with|go by|going by|put|write|enter|tell (?:them|him|her|people|everyone)|tell (?:them|him|her) (?:that )?it['’]s|switch(?:ed|ing)? to|chang(?:e|ed|ing) to|mov(?:e|ed|ing) to|settled on|picked|chosen|chose|decided on|opted for|went for|going for|go for|stick with|sticking with|stick to|work with|adopt|(?:please |just |simply )(?:note|record|save|take|register|keep|say|answer)|make it|make that|call it|set it to|put it down as|put down|treat it as)`
const handing = /\b(?:put|puts|use|uses|using|set|have|has|had|having|got|keep|kept|list|lists|listed|record|recorded|note|noted|enter|entered|register|registered|save|saved|log|logged|store|stored|mark|marked|take|took|taken|treat|consider|adopt|adopted|choose|chose|chosen|pick|picked|go with|going with|gone with|went with|goes by|settled on|decided on|give|gives|gave|given|giving|write|wrote|written|make|made|name|named|names|get|wants?|wanted|prefers?|say|says|said|add|added|mention|mentions|mentioned|count|file|pencil|jot|uses|quotes?|quoted|states?|stated|reports?|reported|confirmed|confirms|switched to|changed to|moved to|replace it with)(?: down| in)?\s+/giu
const handed = / (?:(?:to be |is |was |been )?(?:down|on record|on file|in|back|up|recorded|noted|kept|registered|listed|stored|saved|set|entered|written(?: down)?|used|put|confirmed|named|given|quoted|stated|now|instead|kept on record|kept on file))+$/iu

interface Rule {
  pattern: RegExp
  /** The value stands before the match, behind one of these verbs if there are any. */
  isBefore?: boolean
  verbs?: RegExp
  /** Also in a sentence with a question mark, as long as it asks for a deed. */
  isOrder?: boolean
}

/** All rules for whoever is possessor. */
function rulesFor(possessor: string): readonly Rule[] {
  const thing = String.raw`(?:(?<who>${possessor}) ${noun}|(?:the|that) ${noun.replace('<noun>', '<ofMine>')} of (?:mine|ours)\b)`
  const far = String.raw`(?:(?!\b(?:${possessor})\s)[^?\n]){0,160}?`
  const make = (text: string): RegExp => new RegExp(text, 'iu')
  return [
    { pattern: make(String.raw`\b(?:${anyOf(changeVerbs)}|changing|updating|switching|setting|correcting|moving)(?: over| back)? (?:the (?:value|entry|note|record|setting) (?:of|for|on) )?${thing}(?: (?:over|back|around))?(?: from [^,.;]{1,40}?)? (?:to|into|with|so (?:that )?it (?:is|says|reads)|to be|to read) `), isOrder: true },
    { pattern: make(String.raw`\b${thing},?(?: ${adverb.slice(0, -1)})? ${move} `) },
    { pattern: make(String.raw`\b(?:that['’]s|that is|this is|which is|it['’]s|being|those are|these are) ${adverb}${thing}(?![\p{L}\p{N}'’-])`), isBefore: true },
    { pattern: make(String.raw`(?<=[\p{L}\p{N}"”.)%]),? (?:is|are|becomes|will be|shall be|should be|has become|have become|is going to be|(?:was|is|has been) (?:confirmed|given|named|noted|stated|recorded|listed|registered) (?:by (?:\p{L}+ ){1,3})?(?:to be|as)|is what (?:\p{L}+ ){1,4}(?:has|have|uses?|gave|wants?) (?:down )?(?:as|for)|serves as|works as|counts as|replaces [^,.;]{1,40} as|takes over as) ${adverb}${thing}(?![\p{L}\p{N}'’-])`), isBefore: true },
    { pattern: make(String.raw`(?<=\S) (?:as|to be|under)(?: being)? ${thing}(?![\p{L}\p{N}'’-])`), isBefore: true, verbs: handing, isOrder: true },
    { pattern: make(String.raw`\b(?:use|put|set|enter|note|record|choose|pick|go with|going with|register|save|take|say|says|have|has|answers?|gives?) (?<middle>(?!(?:a|an|some|the|something|anything|it|you|this|that) )(?:[^,.;?!]|[.,](?=\d)|, (?=\d{4}\b)){1,60}?)(?: down| in)?,? (?:for|when (?:\p{L}+ )?asks?(?: \p{L}+)? (?:about|for)|when (?:\p{L}+ )?asked (?:about|for)) ${thing}(?![\p{L}\p{N}'’-])`), isOrder: true },
    { pattern: make(String.raw`(?<!\b(?:what|which|who|how|where|when|whether|if)\b[^,.;:!?]{0,60})(?<!\b(?:the|a|an|this|that) (?:\p{L}+ ){1,3}(?:for|of|on|in|to|at) (?:the |this )?)\b${thing}(?:,? (?:by the way|incidentally|for the record|as of (?:now|today)|these days|from now on|for you|in question),?)?(?: ${adverb.slice(0, -1)})? (?:${be}) (?!n['’]t)${adverb}`) },
    { pattern: make(String.raw`\b${thing}(?=[\s,.;:!–—-])${far}(?<!\b(?:if|whether|when|until|unless|where)\s)\b${it}(?:['’]s|['’]re|['’]ll be|['’]d be| ${adverb}${be}| it)(?!n['’]t| not\b)(?=[\s,:]) ?${adverb}`) },
    { pattern: make(String.raw`\b${thing}(?=[\s,.;:!–—-])${far}[\s,]${take}(?=[\s:]) ?`), isOrder: true },
    { pattern: make(String.raw`\b${thing}\s?(?::|=|→|->|,? namely|,? i\.e\.| –| —| -|\?) ?(?=\S)`) },
  ]
}

const own = rulesFor('my|our')
const others = rulesFor(String.raw`his|her|their|(?:(?:my|our|their|the user['’]s|a) )?(?:\p{L}+[- ]){0,2}?${personNoun}(?:,? \p{Lu}\p{L}+,?)?['’]s|\p{Lu}\p{L}+['’]s`)

/** How a note calls whose thing it is; "as its colour" is nobody's. */
const noted = rulesFor(String.raw`(?:the |this )?(?:user|\p{L}+(?:er|or|ent|ant))['’]s|their|his|her`)
/** A bare noun opens or ends a note: "key: K2", "has K2 on record as key". */
const bare: readonly Rule[] = [
  { pattern: new RegExp(String.raw`^(?:the )?(?<who>)${noun}(?: \([^()]*\))?\s?(?::|=) (?=\S)`, 'iu') },
  { pattern: new RegExp(String.raw`(?<=\S) as(?: being)? (?:the |a )?(?<who>)${noun}(?=\s*(?:[.!;]|$))`, 'iu'), isBefore: true, verbs: handing },
]

/**
 * What a note says a thing of somebody's is.
 *
 * @param text of a note, in the third person
 */
export const readNoteValue = (text: string): OwnValue | null => read(text, noted) ?? read(text, bare)

/** Asks that something be done, or only ends like a question. */
const asksForDeed = /\b(?:can|could|will|would|may|might|shall) (?:you|we|i|u)\b|\bmind\b|\bpossible\b|\bchance\b|\bplease\b|[,.] ?(?:ok(?:ay)?|all ?right|right|yeah|deal|please|will you|would you|could you|got (?:it|that))\s*\?/iu
const wholeQuestion = /^(?:(?:so|and|but|ok|okay|hi|hello|hey|well|now|sorry|oh),? )*(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|am|have|has)\b/i

/**
 * What the user says something of his is.
 *
 * @param text a sentence, or two of which the second goes on about the first
 * @returns null where nothing of his gets a value
 */
export const readOwnValue = (text: string): OwnValue | null => read(text, own)

/** What somebody says the thing of somebody else is: "his", or "the aunt's". */
export const readOthersValue = (text: string): OwnValue | null => read(text, others)

function read(text: string, rules: readonly Rule[]): OwnValue | null {
  if (text.length > 600) return null
  const asks = /\?\s*["”)]?\s*$/.test(text)
  if (asks && (wholeQuestion.test(text) || !asksForDeed.test(text))) return null
  for (const rule of rules) {
    if (asks && !rule.isOrder && !/[,.] ?(?:ok(?:ay)?|all ?right|right|yeah|deal|please|got (?:it|that))\s*\?/iu.test(text)) continue
    const match = rule.pattern.exec(text)
    if (!match) continue
    const { who, noun: named, ofMine, middle } = match.groups ?? {}
    const thing = (named ?? ofMine ?? '').trim()
    if (thing === '' || isSomebody(thing)) continue
    const before = text.slice(0, match.index)
    const value = middle !== undefined ? valueAtEnd(middle) : rule.isBefore ? valueAtEnd(before.replace(handed, ''), rule.verbs) : valueAtStart(text.slice(match.index + match[0].length))
    if (value !== null && !new RegExp(String.raw`\b(?:my|our) `, 'i').test(value)) return { ...(who === undefined ? {} : { who }), noun: thing, value }
  }
  return null
}

/** "My aunt" is nobody's attribute, and what is the aunt's is not the user's. */
const isSomebody = (thing: string): boolean => new RegExp(String.raw`^(?:\p{L}+ )?${personNoun}(?: \p{Lu}\p{L}+)?$|['’]s\b`, 'iu').test(thing)
