/** What can be measured of a thing, and the many ways to ask for it. Closed classes: units and the verbs and adjectives of measuring. */

/** Noun of the dimension, and what speaks of it. A question for a weight is none for a price, though it asks how much. */
const dimensions: readonly (readonly [string, RegExp])[] = [
  ['weight', /\b(?:weigh(?:s|ed|ing|t|ts)?|how (?:heavy|light)|heaviness|(?<=^(?:is|are) [^?]{1,60})(?:heavy|light)(?=\s*\?)|on the scales?|tip the scales?|how many (?:kilos?|kilograms?|kg|grams?|pounds|lbs|ounces|tons?|tonnes))\b|多重|重量|几(?:公斤|斤|克|吨)|多少(?:公斤|斤|克|吨|千克)/iu],
  ['price', /\b(?:cheap(?:est|er)|dear(?:est|er)|how (?:low|little)|(?:for|at) how much|bargain|prices?|priced|pricing|costs?|costing|how (?:expensive|pricey|dear|cheap|costly)|how much (?:(?:money|cash) )?(?:is|are|was|were|does|do|did|would|will|can|could|should|must|for|to|i|we)|how much['’]s|how much (?:money|cash)|how much [^?]{1,60} (?:is|are|was|were)(?=\s*[?.!]*$)|sets? (?:me|us|you|one|him|her|them) back|setting (?:me|us|you) back|price tag|asking price|going rate|going for|goes? for|sells? for|selling for|retails? (?:at|for)|(?:i|we|one|you) (?:have to |need to |want to )?(?:pay|spend|fork out|shell out|cough up|part with)|charg(?:e[ds]?|ing)|worth|(?:run|rush) (?:me|us) (?:to)?|what(?:['’]s| is| would be) the damage|what do (?:they|you) (?:want|ask) for|money|expensive|pricey|costly|(?<=^(?:is|are) [^?]{1,60})(?:cheap|dear)(?=\s*\?)|how many (?:dollars|euros|pounds sterling|bucks|quid))\b|多少钱|价格|价钱|售价|什么价|贵不贵|怎么卖|要花多少|花费|卖多少/iu],
  ['width', /\b(?:widths?|how (?:wide|broad))\b|多宽|宽度/iu],
  ['height', /\b(?:heights?|how (?:tall|high))\b|多高|高度/iu],
  ['depth', /\b(?:depths?|how deep)\b|多深|深度/iu],
  ['size', /\b(?:sizes?|how (?:big|large|small)|dimensions?|measurements?)\b|多大|尺寸|大小/iu],
  ['distance', /\b(?:distances?|how (?:far|many (?:miles|kilomet(?:er|re)s|km)))\b|多远|距离/iu],
  ['duration', /\b(?:durations?|how long (?:does|do|did|will|would)|how many (?:hours|minutes))\b|多久|多长时间|时长/iu],
  ['speed', /\b(?:speeds?|how (?:fast|quick))\b|多快|速度/iu],
  ['temperature', /\b(?:temperatures?|how (?:hot|cold|warm))\b|多热|多冷|温度/iu],
]

/** Nouns of the dimensions that a text speaks of; a weight before a price. */
export function dimensionsOf(text: string): string[] {
  const found = dimensions.filter(([, pattern]) => pattern.test(text)).map(([noun]) => noun)
  return found.some((noun) => noun !== 'price') && !/\b(?:price|cost)/i.test(text) ? found.filter((noun) => noun !== 'price') : found
}

/** The question with the dimensions in brackets that it asks for in other words, so that they are topics like all others. */
export function nameDimensions(question: string): string {
  const missing = dimensionsOf(question).filter((noun) => !new RegExp(`\\b${noun}s?\\b`, 'i').test(question))
  return missing.length > 0 ? question.replace(/\s*([?？.。!]*)\s*$/u, ` (${missing.join(', ')})$1`) : question
}

const thing = '(?<thing>[^?,;:]{1,80}?)'
const measure = '(?:set|cost|weigh|run|fetch|go|sell|retail|come|measure|be priced|be worth|be|last|take|total)'
const places: readonly RegExp[] = [
  String.raw`\b(?:would|will|does|do|did|can|could|should|might) ${thing} (?:actually |really |typically |usually |normally |currently |now )*${measure}\b`,
  String.raw`\b(?:price|cost|weight|width|height|depth|size|distance|duration|speed|temperature|price tag|asking price|going rate|rate|charge|pay|spend|charged|ask|want|give|fork out|shell out|expect to pay) (?:of|for|on) ${thing}`,
  String.raw`\bhow (?:much|heavy|light|expensive|pricey|dear|cheap|costly|wide|tall|high|deep|big|large|fast|hot|far)(?: money)? (?:is|are|was|were|for) ${thing}`,
  String.raw`\bhow (?:much|heavy|light|expensive|pricey|dear|cheap|costly|wide|tall|high|deep|big|large|fast|hot|far) ${thing} (?:(?:would|will|does|might) )?(?:is|are|was|were|be|costs?|weighs?|sells? for|goes for|sets? (?:me|you|one|us) back|comes to|runs)(?=\s*[?.!]*$)`,
  String.raw`^(?:is|are) ${thing} (?:really |very |that |so |too )*(?:expensive|pricey|costly|cheap|dear|heavy|light)`,
  String.raw`\bhow much['’]s ${thing}`,
  String.raw`\b(?:money|price|damage|price-wise|budget)\b[^?]{0,40} for ${thing}`,
  String.raw`\b(?:cost|set (?:me|us) back|take|pay|spend|need)(?: me| us)? to (?:buy|get|order|have|own|rent|hire) ${thing}`,
  String.raw`\b(?:what(?:['’]s| is| are)|is|are) ${thing} (?:worth|going for|selling for|priced at|priced)\b`,
  String.raw`\b(?:of|for|is|are|know|me|the|what|check|tell) (?<thing>[^?,;:]{1,60}?)['’]s? (?:current )?(?:price|cost|weight|width|height|depth|size|speed|temperature)\b`,
].map((place) => new RegExp(`${place}(?= (?:these days|now|today|at the moment|currently|please|right now|again|in total|altogether|per|each|at)\\b|[?.!,;:(]|\\s*$|(?<=\\b${measure}|worth|going for|selling for|priced|price|cost|weight|width|height|depth|size|speed|temperature))`, 'iu'))
const placesHan = /^(?:请问|请|帮我|查一下|查查|告诉我|我想知道|想问一下|那|买|购买|订|租)*(?:一?[个把张台件只辆本条套份])?(?<thing>[^，。？]{1,40}?)(?:现在|目前|大概|到底|一共|的)*(?:要|得|需|有|是|卖|售)*(?:花|卖)?(?:多少钱|多重|价格|价钱|重量|售价|什么价|贵不贵|怎么卖|多少|几(?:公斤|斤|克)|多[宽高深大远久快热冷])/u

/** The thing whose dimension a question asks for, as it calls it; null where it asks for none or names the user's own. */
export function measuredThing(question: string): string | null {
  if (dimensionsOf(question).length === 0) return null
  const bare = question.replace(/\s*\([^()]*\)(?=\s*[?？.。!]*\s*$)/u, '').trim()
  for (const place of /\p{Script=Han}/u.test(bare) ? [placesHan, ...places] : places) {
    const found = place.exec(bare)?.groups?.['thing']?.replace(/^(?:the|a|an|one|this|that|some|buying|getting) /i, '').trim()
    if (found && !/^(?:it|that|this|they|them|i|you|we|one)$|\b(?:my|our)\b|我/iu.test(found)) return found
  }
  return null
}
