/** Sentences that give something another value, as the statement of the value that holds then. */
import { anyOf, changeVerbs } from './act-verbs.js'

/** What somebody calls his own, and so has a value. */
const mine = String.raw`(?:my|our) [^,:;?!=]{1,60}?`
const own = `(?<noun>${mine})`
/** What somebody who orders a change may call it too. */
const known = String.raw`(?<noun>(?:my|our|the) [^,:;?!=]{1,60}?)`
const value = '(?<value>[^?]{1,200})'
const change = anyOf(changeVerbs)
const old = String.raw`(?: \(?(?:from|which (?:is|was)|currently|that (?:is|was)) [^,:;?()]{1,60}?\)?,?)?`
const is = String.raw`(?:is|are|will be|shall be|becomes?|became|should (?:now |really |actually )?(?:be|read|say)|ought to be|must be|needs to be|has to be|is supposed to be|is to be|reads|equals|goes to|has become|have become|turned into|is going to be|would be|comes to)`
const asIt = String.raw`(?:it is|it['’]s|they are|they['’]re|it should be|it will be|it['’]ll be|that is|that['’]s|make it|make that|use|i use|i have|now)`
const adverb = String.raw`(?:(?:now|currently|actually|really|just|henceforth|instead|already|recently|finally|officially|since|today|meanwhile) )*`
const end = String.raw`(?<late>(?:[,\s]+(?:now|from (?:now|today|here) on(?:wards?)?|instead|going forward|as of (?:now|today)|from today|henceforth|in (?:the )?future|these days|any ?more|nowadays|for now|since (?:yesterday|today|last \w+)|effective immediately))*)$`

/** Tried in order; the first that fits decides. Each names a noun and its value. */
const rules: readonly RegExp[] = [
  // change my X to V; replace my X with V; update my X: V
  String.raw`^${change}(?: back| over| out)? (?:the (?:value|entry|note|record|setting) (?:of|for|on) )?${known}${old} (?:over |back |around )?(?:to|into|with|by|as|=|to be|to read|so (?:that )?it (?:now )?(?:is|reads|says|becomes))(?: now)? ${value}`,
  String.raw`^(?:${change}|note|record|forget|drop|scrap|ignore|disregard) ${own}${old}\s*[,:;–—-]+ (?:${asIt} )?(?:now )?(?:to )?${value}`,
  String.raw`^(?:${change}) ${own}${old}[,;]? (?:and|because|since|as) (?:${asIt}) (?:now )?${value}`,
  // swap W for V as my X
  String.raw`^(?:replace|swap|exchange|substitute|change|switch)(?: out)? [^,:;?]{1,60}? (?:for|with|by|to) (?<value>[^,:;?]{1,80}?),? (?:as|for|in|under) ${own}`,
  // use V as my X; put V down for my X
  String.raw`^(?:make|use|put|take|have|enter|list|record|note|save|store|register|log|set|treat|consider|keep|count|write|go with|get|switch to|change to|adopt|mark)(?: down)? (?<value>(?!my |our |a note|it |this )[^,:;?]{1,80}?) (?:down |in )?(?:as|for|under) (?:being )?${own}`,
  String.raw`^(?:make|call) (?<value>(?!my |our |sure |it )[^,:;?]{1,60}?) ${own}`,
  String.raw`^(?:make|call) ${own} (?<value>(?:the|a|an) [^,:;?]{1,60}|\S+)`,
  // for my X, use V
  String.raw`^(?:as )?for ${own}[,:]? (?:please )?(?:use|put|take|set|enter|note|record|go with|choose|pick|write|(?:it['’]s|it is|make it|that['’]s|i use|i have|i go with|i (?:now )?(?:want|prefer|use|have)|i['’]d like)(?: now)?|now)[:]? ${value}`,
  String.raw`^(?:(?:there(?:['’]s| is| has|['’]s been| has been)? )?(?:been )?(?:a |an |some |one )?(?:small |little |slight )?(?:change|update|correction|news|amendment)s? (?:to|of|in|on|for|with|about|regarding)|about|regarding|concerning|on|with regard to|as to) ${own}[,:–—-]+ ?(?:${asIt} )?(?:now )?${value}`,
  // my X has changed: V
  String.raw`^${own} (?:has|have|had|is|are|was|were|got)?\s?(?:been )?${adverb}(?:changed|moved|switched|updated|set|corrected|replaced|altered|shifted|gone|reset|swapped|modified|revised|adjusted|different|another one|new)${old}(?: over)?(?:,? (?:to|into|with|by)|\s*[:,;–—-]+(?: and)?(?: ${asIt})?| and (?:it )?(?:is|${asIt})|,? now(?: it(?: is|['’]s))?)(?: now)? ${value}`,
  String.raw`^${own} (?:used to be|was|were) [^,:;?]{1,60}?,? (?:but|and|though) (?:now )?${asIt} (?:now )?${value}`,
  String.raw`^${own} ${adverb}(?:changes|switches|moves) to ${value}`,
  // I have changed my X to V
  String.raw`^(?:i|we)(?:['’]ve| have|['’]d| had|['’]m| am|['’]ll| will)? ${adverb}(?:changed|changing|change|switched|switching|switch|moved|updated|set|swapped|replaced|reset|corrected|made|altered) ${own}${old} (?:over )?(?:to|into|for|with|as) ${value}`,
  String.raw`^(?:i|we)(?:['’]ve| have|['’]d| had|['’]m| am|['’]ll| will)? ${adverb}(?:changed|changing|change|switched|switching|switch|moved|moving|go|gone|going|use|using|settled|have|got|picked|chosen|chose|pick)(?: from [^,:;?]{1,60}?)? ?(?:to|with|on|for|over to)? (?<value>(?!to |a note)[^,:;?]{1,80}?) (?:as|for) ${own}`,
  String.raw`^(?:i|we)(?:['’]ve| have)? ${adverb}(?:have|got|gotten|received|been given|was given|were given) (?:a|an|some) (?:new|different|other|another) (?<bare>[^,:;?]{1,50}?)(?:[,:;–—-]+| of)(?: ${asIt})?(?: now)? ${value}`,
  String.raw`^(?:i|we)(?:['’]ve| have)? ${adverb}(?:have|got|gotten) (?:a|an) (?<bare>new [^,:;?]{1,50}?), ${value}`,
  // my X is no longer W, it is V
  String.raw`^${own} (?:(?:is|are|was) no longer|(?:isn['’]t|is not|aren['’]t|are not|wasn['’]t)(?: actually| really)?) [^,:;?]{1,60}?(?: any ?more| any longer)?(?:[,:;–—-]+\s*(?:but|and|rather)?| but)(?: rather| instead)?(?: ${asIt})?(?: now)? ${value}`,
  String.raw`^(?:it['’]s |it is )?(?:no longer|not) [^,:;?]{1,60}?(?:[,;–—-]+\s*(?:but )?| but )(?<value>[^,:;?]{1,80}?) (?:is|are|for|as) (?:now )?${own}`,
  String.raw`^(?:instead of|rather than|in place of|not) [^,:;?]{1,60}?, ${own} ${is} ${adverb}${value}`,
  // the new X is V; my X will be V
  String.raw`^(?:the|my|our) (?:new|updated|latest|corrected|right|correct) (?:value|setting|choice|one) (?:of|for) ${own} ${is} ${adverb}${value}`,
  String.raw`^${own} ${adverb}${is} ${adverb}${value}`,
  // V is my X now
  String.raw`^(?<value>(?!(?:my|our|it|that|this|he|she|they|there|what|which|who|where|how|when|i|we|you|here|one|the only)\b)[^,:;?]{1,80}?),? (?:is|are|will be|becomes?|became|is going to be|should be|has become|replaces [^,:;?]{1,60}? as|takes over as|serves as|works as|shall be) ${adverb}${own}`,
  // my X: V
  String.raw`^${own}(?: now| from now on)?\s?(?::|=|→|->| –| —|, now) ?(?:now )?${value}`,
  String.raw`^(?<bare>new [^,:;?!=]{1,50}?)(?: of mine| for me)?\s?[:=] ${value}`,
].map((rule) => new RegExp(rule + (rule.endsWith(value) ? '$' : end), 'iu'))

const late = new RegExp(end, 'iu')
const contrast = /(?:,? (?:and )?(?:not|rather than|instead of|in place of|no longer|as opposed to)(?: the)? [^,:;?]{1,80}| \((?:it )?(?:was|not|previously|formerly|instead of|before)[^()]{1,80}\)|,? (?:it|which|that) (?:was|used to be) [^,:;?]{1,80})$/i

/**
 * The statement that holds after the change, with the noun first: "V is my X now", "change my X to V" and "my X has changed: V"
 * all give "my X is V".
 *
 * @param core a clause without courtesies
 * @returns null where the clause changes nothing
 */
export function readChange(core: string): string | null {
  const text = core.replace(/[.!]+$/, '')
  if (text.length > 400 || /^(?:what|which|who|whose|where|when|why|how|is|are|do|does|did|if|whether)\b/i.test(text)) return null
  for (const rule of rules) {
    const { noun, bare, value: found } = rule.exec(text)?.groups ?? {}
    const named = cleanNoun(noun ?? (bare === undefined ? '' : `my ${bare}`))
    const said = cleanValue(found ?? '')
    if (named !== '' && said !== '' && !isClauseLike(named)) return `${named} ${/\b(?:are)\b/i.test(text) && /[^s]s$/.test(named) ? 'are' : 'is'} ${said}`
  }
  return null
}

function cleanNoun(noun: string): string {
  return noun.replace(/^(my|our|the) (?:new|current|latest|updated|corrected|actual|correct|present) (?=\S)/i, '$1 ').replace(/ entry$/i, '')
    .replace(/ (?:now|currently|just|here|too|also|on file|in your (?:notes|memory|records))$/i, '').trim()
}

function cleanValue(said: string): string {
  return said.replace(late, '').replace(contrast, '').replace(late, '').replace(/^(?:now|currently|to|that) /i, '').replace(/^["“](.*)["”]$/u, '$1').trim()
}

/** "my sister says the key" is no noun. */
const isClauseLike = (noun: string): boolean => /\b(?:is|are|was|were|has|have|had|will|would|can|could|should|does|do|did|that|which|who|because|if|when|to|i|you|we|he|she|they|it)\b/i.test(noun)
