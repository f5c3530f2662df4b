/** Sentences that hand an assistant a statement to keep, as that statement. */
import { anyOf, baseForm, rememberVerbs } from './act-verbs.js'
import { readChange } from './read-change.js'

const keep = anyOf(rememberVerbs)
const filler = String.raw`(?: (?:it|this|that|the following|down|also|too|for (?:me|yourself|later|next time|the record|future reference|your records|the future)|please|as well|somewhere|in (?:your|the) (?:notes|memory|records|file)|on (?:file|record)|to (?:your|the|my) (?:notes|memory|records|file)))*`
const link = String.raw`(?:,? (?:of )?(?:the fact )?that|,? saying(?: that)?|\s*[:,–—-]+(?: that)?)`
const aNote = String.raw`(?:a|an|another|this|one more|some)?\s?(?:(?:mental|quick|short|small|new|little|brief) )?(?:note|record|entry|memo|reminder|mention|line)s?(?: (?:for (?:me|yourself|later)|in your (?:memory|records|notes)))?`

/** What stands before the statement; the verb is in its base form. */
const openings: readonly RegExp[] = [
  String.raw`^(?:make|take|leave|put in|put|add|keep|write|jot down|write down|enter|create|save)(?: down)? ${aNote}(?:${link}| of| about| on| to self:?)`,
  String.raw`^(?:keep|bear|have|hold|put) (?:it |this )?(?:in mind|on (?:file|record|the record)|at hand)${link}?`,
  String.raw`^(?:write|jot|note|put|take|get|mark|set) (?:this |it |that )?down${link}?`,
  String.raw`^(?:i )?(?:forgot|forgot(?:ten)?|meant|mean|want|wanted|should|have|need|wish|would like|ought|must|may) ?(?:to )?(?:mention|tell you|let you know|inform you|add|say|point out|share|report|announce|note|have you know|make you aware|remind you)${link}?`,
  String.raw`^(?:tell you|let you know|inform you|point out|report|be (?:aware|advised|informed|told)|become aware|be it known|let it be known|know|i(?:['’]ll| will) have you know)${link}?`,
  String.raw`^(?:i|we) (?:want|need|would like|['’]d like|wish) (?:you|it) to (?:know|be known|remember|note|keep in mind|be aware)${link}?`,
  String.raw`^(?:it['’]s|it is|this is|it might be|it may be) (?:worth|good|useful|helpful|important) (?:(?:to|for you to) )?(?:noting|knowing|note|know|remembering|remember|mentioning|mention)${link}?`,
  String.raw`^(?:did you know|guess what|as you (?:may|might|should) know)${link}?`,
  String.raw`^(?:i (?:do not|don['’]t|would not|wouldn['’]t) want (?:you|us|that) to|do not|don['’]t|never|not) (?:ever )?(?:let (?:me|us) )?(?:forget|lose sight of)${link}?`,
  String.raw`^${keep}${filler}${link}?`,
].map((opening) => new RegExp(String.raw`${opening}\s+(?=\S)`, 'i'))

const thatLink = /(?:that|saying|[:,–—-])\s+$/i
const asking = /^(?:what|which|who|whom|whose|where|when|why|how|if|whether)\b/i
const noun = String.raw`(?:my|our|the) [^,:;?!]{1,60}?`

/** A further thing of a kind, or for a list: "add V to my L", "one more for my L: V". */
const additions: readonly RegExp[] = [
  String.raw`^(?:add|put|include|append|place|note|enter|write|get|throw|pop|stick|slot|register|record|have|save|jot)(?: down)? (?<value>(?!my (?:own )?(?:new )?[\p{L}]+s? (?:is|to)\b)[^:;?]{1,120}?) (?:down )?(?:to|on|onto|in|into|among|under|as (?:a|an|one more|another)(?: new)?(?: item| entry)? (?:on|in|of|to|for)) (?<list>(?:my|our|the) [^,:;?!]{1,60}?)(?: (?:too|as well|also))?$`,
  String.raw`^(?:(?:there(?:['’]s| is)|here(?:['’]s| is)|i(?:['’]ve| have)|i(?:['’]ve| have) got|i got) )?(?:one|a|an|two|some|yet|and|just)?\s?(?:more|other|another|new|further|additional|last|extra)(?: (?:one|thing|item|entry|addition|name|line|point)s?)? (?:for|on|to|to go on|to add to|to put on|in|goes on|going on|that goes on|that belongs on|belongs on) (?<list>(?:my|our|the) [^,:;?!]{1,60}?)\s*(?:[:,–—-]+| is)\s*(?<value>[^;?]{1,120})$`,
  String.raw`^(?<list>(?:my|our|the) [^,:;?!]{1,60}?) (?:has|have|gets|needs|also includes|includes|got|grows by) (?:one|a|an|two)?\s?(?:more|other|another|new|further|additional|extra)(?: [\p{L}]+){0,2}?\s*[:,–—-]+\s*(?<value>[^;?]{1,120})$`,
  String.raw`^(?:and )?(?:another|one more|an additional|a further|one other|an extra|a second|a third) (?<kind>[^,:;?!]{1,50}?)(?: (?:of|for) (?:mine|me|ours))?\s*(?:[:–—-]+| (?:is|are))\s*(?<value>[^;?]{1,120})$`,
  String.raw`^(?:also )?(?:on|for) (?<list>(?:my|our) ${'[^,:;?!]{0,60}?'}list)\s*[:,–—-]+\s*(?:also |another |one more )?(?<value>[^;?]{1,120})$`,
  String.raw`^(?<list>(?:my|our) [^,:;?!]{1,60}?) (?:should|must|needs to|ought to|has to|will) (?:also )?(?:include|have|contain|list|hold) (?<value>[^;?]{1,120})$`,
].map((rule) => new RegExp(rule, 'iu'))

/** A noun with its value, without a verb. */
const pairs: readonly RegExp[] = [
  new RegExp(String.raw`^(?<noun>${noun})\s?(?: as(?: being)?|:| =| –| —|,? which is| being) (?<value>[^?]{1,200})$`, 'iu'),
  new RegExp(String.raw`^(?<value>(?!my |our )[^,:;?]{1,80}?) (?:as|for|is) (?:being )?(?<noun>(?:my|our) [^,:;?!]{1,60})$`, 'iu'),
]

/**
 * The statement that is handed over.
 *
 * @param core a clause without courtesies
 * @returns null where nothing is handed over: "remember my key" only names something
 */
export function readRemember(core: string): string | null {
  const text = withBaseForm(core.replace(/[.!]+$/, ''))
  const added = readAddition(text)
  if (added !== null) return added
  for (const opening of openings) {
    const found = opening.exec(text)
    if (!found) continue
    const rest = text.slice(found[0].length).trim()
    const said = asking.test(rest) ? null : statementOf(rest, thatLink.test(found[0]))
    if (said !== null) return said
  }
  return null
}

/** "Add V to my list": what the list holds as well; it replaces nothing. */
export function readAddition(text: string): string | null {
  for (const rule of additions) {
    const { list, kind, value = '' } = rule.exec(text)?.groups ?? {}
    const said = value.replace(/ (?:too|as well|also|please)$/i, '').trim()
    if (said === '' || asking.test(said) || /^(?:it|this|that|them|a note|these)$/i.test(said)) continue
    if (/^(?:the|my|our|your) (?:notes?|memory|memories|records?|file|system|books?)$/i.test(list ?? '')) continue
    if (list !== undefined) return `${list.replace(/^the (?=list$)/i, 'my ')} includes ${said}`
    if (kind !== undefined && !/^(?:thing|note|question|point|request|favou?r|time|update|change)s?\b/i.test(kind)) return `my ${kind} includes ${said}`
  }
  return null
}

/** A clause as it is, a noun with its value as a clause; null for a bare noun. */
function statementOf(rest: string, isThat: boolean): string | null {
  if (/^(?:everything|anything|all|every|each|any|whatever|those|both)\b/i.test(rest)) return null
  const changed = readChange(rest)
  if (changed !== null) return changed
  const added = readAddition(rest)
  if (added !== null) return added
  if (hasVerb(rest)) return rest
  for (const pair of pairs) {
    const groups = pair.exec(rest)?.groups
    if (groups?.['noun'] && groups['value']) return `${groups['noun']} is ${groups['value']}`
  }
  return isThat && /^(?:i|we|my|our|the|it|he|she|they|there|this|these|those|\p{L}+s)\s+\S+\s+\S/iu.test(rest) ? rest : null
}

/** A subject with a verb of its own. */
const hasVerb = (text: string): boolean =>
  /^(?:i|we|he|she|they|it|you)(?:['’]\p{L}+)?\s+\S|^(?:\S+\s+){1,12}?(?:is|are|was|were|am|has|have|had|will|can|cannot|could|should|must|may|might|would|does|did|do|isn['’]t|aren['’]t|doesn['’]t|don['’]t|won['’]t|can['’]t)\s+\S|^(?:my|our)\s+(?:\p{L}+\s+)+?\p{L}{2,}(?:s|ed)\s+(?!as\b)\S/iu.test(text)

const withBaseForm = (text: string): string => text.replace(/^\p{L}+ing\b/u, (word) => baseForm(word))

