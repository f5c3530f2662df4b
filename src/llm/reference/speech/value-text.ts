/** Where a value that stands in running text begins and ends. */

const stops = String.raw`so|because|since|but|although|though|while|whereas|if|when|whenever|unless|until|in case|just in case|instead of|rather than|as opposed to|and not|not|thanks|thank you|please|which|who|where|just so|for whenever|as (?:my|our|it|that|they|i|we|you|the|from|of|usual|well|always)|from (?:now|today|here|this|next|tomorrow|then|the)|and (?:please|not|that|it|its|i|i['’]\w+|we|you|they|the (?:old|new|previous|other)|my|our|no|so|should|have|will|ignore|forget|stop|everything|from|has|is|was|would|can|could|don['’]t|do|nothing)|(?:he|she|they|i|we|you) \p{L}+|that['’]s|it['’]s`
const late = String.raw`going forward|these days|instead|from now on|now|nowadays|henceforth|for now|for good|at the moment|at present|currently|again|anyway|actually|though|too|as well|today|onwards?|by the way|ok(?:ay)?|will you|would you|could you|all right|alright|if (?:that|you|it)[^,.;]{0,40}|on (?:my|the|your|our) (?:account|file|record|profile|notes|records)|in (?:my|the|your|our) (?:account|file|record|profile|notes|records)|on (?:file|record)|for (?:me|the record|your records|reference|future reference|that|this|everything|the time being|later|next time)|in (?:future|the future)|with you|up to date|starting (?:now|today)|effective immediately|since \p{L}+|to you|somewhere|everywhere`

/** A full stop, comma or dash that ends a value; not within an amount, a day or a title. */
const boundary = new RegExp(String.raw`[;!?\n()]|(?<!\b(?:mr|mrs|ms|dr|st|no|prof))\.(?!\d)|:(?!\d)|,(?! ?\d{4}\b)(?!\d)|(?: [–—-]|[–—]|--)(?=\s|$)|["“”](?=\s|$)|\s(?=(?:${stops})\b)`, 'iu')
const trailing = new RegExp(String.raw`[\s,]+(?:${late})$`, 'iu')
const leading = new RegExp(String.raw`^(?:["“'‘]|(?:now|currently|actually|really|just|still|also|officially|simply|already|recently|always|only|to|into|as|being|set to|officially|as follows:?|the following:?|to be|called|named|for now|today|instead)\s+|,\s*(?:and |um |uh |er )?)+`, 'iu')

/** Says nothing of a value: pronouns, questions, and adjectives of change. */
const empty = /^(?:(?:and|or|but|don['’]t|do|for|because|in (?:your|my|the)|from (?:your|my)|on (?:your|my)|not|n['’]t|no|never|what|which|who|whom|whose|how|where|when|why|whether|if|that|this|these|those|it|its|they|them|he|she|him|her|his|i|we|you|me|us|there|here|so|such|because|something|anything|nothing|someone|somebody|one|ones|all|both|some|any|one of|part of|about|like|as|than|mine|yours|ours|my|our|your)\b|(?:a |an |the |very |really |quite |completely |totally |so |bit |all |still |much |already |also )*(?:change[ds]?|changing|different|differently|wrong|same|new|old|outdated|updated|valid|invalid|correct|incorrect|right|important|missing|unknown|lost|gone|following|below|ready|fine|good|ok|okay|true|false|secret|mistake|problem|question|mystery|thing|case|above|previous|former|longer|needed|required|in|on|at|up|out|off|over|please|thanks|ta|cheers|again|exactly|sure|easy|simple|always|different story|long story|story|used to be)$)/iu

/** The value that a text begins with, or null. */
export function valueAtStart(text: string): string | null {
  const from = text.replace(/^\s+/, '').replace(leading, '')
  const end = boundary.exec(from)?.index ?? from.length
  return tidied(addressed(from, end))
}

/** "12 Rose Lane, Leeds": names and numbers go on after a comma. */
function addressed(text: string, end: number): string {
  const more = /^, (?:\p{Lu}[\p{L}'’-]+|\d+)(?: (?:\p{Lu}[\p{L}'’-]+|\d+))*(?=[.!]|$)/u.exec(text.slice(end))?.[0] ?? ''
  const isAddress = /\d/.test(text.slice(0, end)) && more !== '' && !/^, (?:Ta|Thanks|Cheers|Ok|Okay|Please|Thank)\b/.test(more)
  return text.slice(0, isAddress ? end + more.length : end)
}

/** The value that a text ends with, or null: what follows its last joint, and the last of the verbs, if there is one. */
export function valueAtEnd(text: string, verbs?: RegExp): string | null {
  const bare = text.replace(/[\s,–—-]+$/u, '')
  let from = 0
  for (const joint of bare.matchAll(leftJoint)) from = joint.index + joint[0].length
  if (verbs) for (const verb of bare.slice(from).matchAll(verbs)) if (verb.index + verb[0].length < bare.length - from) return tidied(bare.slice(from + verb.index + verb[0].length))
  return tidied(bare.slice(from))
}

const leftJoint = /[;!?\n():]\s*|(?<!\b(?:mr|mrs|ms|dr|st|no|prof))\.(?!\d)\s+|,(?! ?\d{4}\b)(?!\d)\s*|(?:\s[–—-]|[–—]|--)\s+|["“”]\s*|(?:^|\s)(?:and|but|so|that|because|since|then|if|also|please|know|say|saying|says|said|note|hi|hello|hey|ok|okay|yes|no|well|actually|now|today|from now on|it turns out|turns out|i think|i guess|basically|remember|anyway|oh)\s+(?=\S)/giu

/** Without what trails behind it; null where nothing is left that can be a value. */
function tidied(found: string): string | null {
  let text = found.trim()
  for (let turns = 0; turns < 4; turns++) text = text.replace(trailing, '').replace(/[\s,:;–—-]+$/u, '').replace(/^["“'‘]|["”'’]$/gu, '').trim()
  if (text === '' || text.length > 90 || text.split(/\s+/).length > 9 || empty.test(text)) return null
  return text
}
