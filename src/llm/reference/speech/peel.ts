/** What is left of a sentence when greetings, openings and courtesies are taken off it, layer by layer. */
import { baseForm } from './act-verbs.js'

/** Nobody asks in a longer sentence; one that is longer is left as it is. */
const longestSentence = 2_000

/** A sentence without some of what stands around it. */
export interface Layer {
  text: string
  /** A frame such as "could you" was taken off, so that a command stands here. */
  isAsked: boolean
}

const soft = String.raw`(?:(?:please|kindly|possibly|perhaps|maybe|just|also|quickly|now|then|at least) )*`
const you = '(?:you|u|we)'

/** Words that open a turn and say nothing. */
const greeting = /^(?:(?:hi|hello|hey|hiya|dear|greetings|howdy)(?: there| again| all)?|good (?:morning|afternoon|evening|day)|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|ok|okay|alright|all right|right|well|so|and|but|oh|ah|yes|yeah|sure|great|perfect|cheers|also|actually|besides|anyway|btw|by the way|fyi|please|kindly|sorry|excuse me|listen|look|no|now|then|just|first|next|finally|lastly|again)(?:[,.!:;–—-]+\s+|\s*$)/i
const opener = /^(?:and|but|so|also|actually|well|please|kindly|oh|ok|okay|by the way|just|then|now(?= (?:my|our|i|we|please)\b))\s+(?=\S)/i

/** A time from which something holds. */
const since = /^(?:from (?:now|today|tomorrow|here|this (?:day|week|month|year)|next (?:week|month|year)|then|\p{Lu}\p{L}+day)(?: (?:on(?:wards?)?|forward|out|in))?|(?:starting|beginning|effective|as of|as from)(?: (?:from|with|as of))? (?:now|today|tomorrow|immediately|this (?:day|week|month)|next (?:week|month|year)|late\w*|\p{Lu}\p{L}+day)(?: on(?:wards?)?)?|going forward|henceforth|in (?:the )?future|these days|nowadays|lately|recently|since (?:yesterday|today|last (?:week|month|year)|this morning)|for future reference)[,:]?\s+/iu

/** A few words before a comma or colon that only say that something follows. */
const opening = /^(?!(?:[^:,]*\b(?:is|are|was|were|list)\b))(?:(?:before|while|whilst|in case|since|as|for (?:your|the)|so|just (?:so|to|a|one)|one|another|a|an|the|heads|small|quick|little|some|update|correction|news|note|reminder|change|last|two|three|request|question|favou?r|here|not to|speaking)(?:[ -][\p{L}'’]+){0,8}|update|correction|note|reminder|fyi|request|question|sorry|news|change of plans?|heads-up)\s*[,:–—]\s+/iu

/** Ask, wish or allow that something be done; what follows is a command. */
const frames: readonly RegExp[] = [
  new RegExp(String.raw`^(?:can|could|would|will|may|might|couldn['’]t|can['’]t|won['’]t|wouldn['’]t) (?:i (?:ask|trouble|bother|get|have|request) you(?: to)?|${you}|i) ${soft}(?:be able to |be so (?:kind|good|nice)(?: as)? to |be kind enough to |be willing to |like to |try to |try and |help me (?:to |out and )?|manage to |do me (?:a|the|one) (?:small |quick |big |little )?favou?r and |mind )?${soft}`, 'i'),
  new RegExp(String.raw`^(?:(?:do|would) (?:${you}) )?mind (?=\w+ing\b|if\b)(?:if (?:${you}|i) )?${soft}`, 'i'),
  /^(?:can|could|may|might|should|would) (?=(?:my|our|the|both|these|those|all) )/i,
  new RegExp(String.raw`^(?:do|don['’]t) you (?:think|suppose|believe) (?:that )?(?:${you}|i) (?:could|can|might|would) ${soft}`, 'i'),
  new RegExp(String.raw`^(?:is|would|might) (?:it|there) (?:be )?(?:possible|ok|okay|all right|alright|fine|a way|any way|a chance|any chance)(?: for (?:${you}|me))? (?:to|(?:if|that) (?:${you}|i)(?: could| can| would)?) ${soft}`, 'i'),
  new RegExp(String.raw`^any (?:chance|way)(?: that)? (?:(?:${you}|i) (?:could|can|might|would)|of|to) ${soft}`, 'i'),
  /^would you be (?:able|willing|so (?:kind|good|nice)(?: as)?|kind enough|good enough|happy) to /i,
  /^(?:please )?(?:be so (?:kind|good)(?: as)? (?:to|and)|be kind enough to|do me (?:a|the|one) (?:small |quick |big |little )?favou?r(?: and|,|:)|go ahead and|feel free to|be sure to|make sure (?:that you|you|to|that)|do not forget to|don['’]t forget to|remember to|try to|try and|help me(?: to)?|please do|do|let['’]?s|let us|let me|allow me to|why don['’]t you|why not|how about|what about|you might want to|it is time to|it['’]s time to|time to) /i,
  new RegExp(String.raw`^(?:i|we)(?:['’]d| would|['’]ll| will|['’]m| am|['’]ve| have)? ${soft}(?:really )?(?:like|want|need|wish|love|prefer|ask|have|got|going|hoping|decided|ought|wanted|hoped|meant|mean)(?: for)?(?: you)?(?: all)? to ${soft}`, 'i'),
  new RegExp(String.raw`^(?:i|we)(?:['’]d| would) ${soft}(?:really )?(?:appreciate it|be (?:very |so |most )?(?:grateful|glad|happy|thankful|obliged|pleased)|love it|like it)(?: very much)? if (?:${you}) (?:could |would |can |will )?${soft}`, 'i'),
  new RegExp(String.raw`^(?:i|we) (?:was |am |were )?(?:just )?(?:wonder(?:ing)?|hope|hoping|trust) (?:(?:if|whether|that) )?(?:${you}|i) (?:could |can |would |might |will |may )?${soft}`, 'i'),
  /^(?:it would|it['’]d|that would) be (?:\p{L}+ )?\p{L}+ if (?:you|we) (?:could |would |can |will )?/iu,
  new RegExp(String.raw`^(?:you|we|i)(?:['’]d| had)? (?:can|may|could|should|must|might|shall|better|need to|have to|ought to|will|want to) ${soft}`, 'i'),
  /^(?:could|can|may|might) (?:i|we) (?:please )?(?:ask|request|trouble|bother|get|have) (?:you )?(?:to )?/i,
]

const leadHan = /^(?:你好|您好|嗨|哈喽|谢谢(?:你|您)?|对了|另外|还有(?=[，,：:])|顺便(?:说一下|提一下|说一句)?|嗯|好的?|哦|噢|趁我(?:还)?(?:记得|没忘|想起来)|免得(?:我)?忘(?:了|记)|从现在(?:起|开始)|从今(?:天|以后|往后)?(?:起|开始|以后)?|今后|以后|打扰(?:一下|了)|不好意思|抱歉|补充一(?:下|点|句)|还有一(?:件事|点)|再说一(?:件事|点))(?:[，,！!。：:、]\s*|(?=我|把|将|请|用))/u
const frameHan = /^(?:请问?(?!问)|麻烦(?:你|您)?|劳驾(?:你|您)?|拜托(?:你|您)?|(?:你|您)?(?:能不能|可不可以|能否|可否|可以|能|会不会|愿不愿意)(?:请)?(?:你|您)?|我?(?:想要|想|要|希望|需要|得|打算)(?:请|让|麻烦)?(?:你|您)?(?=把|将|改|换|更|记|忘|删|合|整|取消|修改|调整|再|加|帮|说|提|告诉你|移|划|去掉)|帮(?:我|忙|个忙)?|给我(?=改|换|记|删|合|更)|替我|你可以|您可以|一定要|务必|记得(?=把|将|改|换|更|删|合))[，,]?\s*/u
const tailHan = /(?:[，,]?\s*(?:好吗|可以吗|行吗|好不好|行不行|可以么|吗|吧|谢谢(?:你|您)?|麻烦(?:你|您)?了|拜托了?|多谢|可以的话))+[？?。！!]*$|[？?。！!]+$/u

const tail = /(?:[,\s–—-]+(?:please|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|cheers|ok(?:ay)?|will you|would you|could you|can you|won['’]t you|if you (?:can|could|would|like|please|do(?: not|n['’]t) mind|get a chance|will)|if (?:that|it)(?: is|['’]s) (?:ok|okay|all right|alright|fine|possible)|if possible|when(?:ever)? you (?:can|get a chance|have (?:a )?(?:time|moment|minute|second))|for me))+\s*[?.!]*$|[\s?.!]+$/i

/**
 * The sentence and what is inside it, from the outside in; the last one is the core.
 *
 * @param text one clause of a user
 */
export function peel(text: string): Layer[] {
  const layers: Layer[] = [{ text: text.trim(), isAsked: false }]
  for (let turns = 0; turns < 8 && text.length <= longestSentence; turns++) {
    const last = layers.at(-1) as Layer
    const next = inside(last)
    if (next.text === last.text) break
    if (next.text === '') break
    layers.push(next)
  }
  return layers
}

function inside({ text, isAsked }: Layer): Layer {
  const polite = withoutEnd(text, tail)
  const ended = (/\p{Script=Han}/u.test(text) ? withoutEnd(polite, tailHan) : polite).trim()
  if (ended !== '' && ended !== text) return { text: ended, isAsked }
  for (const lead of [greeting, opener, since, leadHan]) {
    const rest = text.replace(lead, '')
    if (rest !== text) return { text: rest.trim(), isAsked }
  }
  const active = activeForm(text)
  if (active !== null) return { text: active, isAsked: true }
  for (const frame of [...frames, frameHan]) {
    const rest = text.replace(frame, '')
    if (rest !== text) return { text: imperative(rest.trim()), isAsked: true }
  }
  return { text: text.replace(opening, '').trim(), isAsked }
}

/** Courtesies at the end are looked for in so many characters: from everywhere it would take the square of a long text. */
const longestEnd = 300

function withoutEnd(text: string, end: RegExp): string {
  const from = Math.max(0, text.length - longestEnd)
  return text.slice(0, from) + text.slice(from).replace(end, '')
}

/** Wishes and orders in the passive: "I want my key forgotten", "my key should be changed to K2". */
const passives: readonly RegExp[] = [
  /^(?:i|we)(?:['’]d| would)? (?:like|want|need|prefer|rather have|wish)(?: to (?:have|see|get))? (?<thing>(?:my|our|the|both|these|those|this|that) [^?]{1,160}?) (?:to be )?(?<verb>[\p{L}]+)(?<rest>(?: (?:to|into|from|off|together|with|as|in|by|out)\b[^?]*)?)$/iu,
  /^(?<thing>(?:my|our|the|both|these|those|this|that) [^?]{1,160}?) (?:(?:should|must|can|could|may|might|ought to|needs? to|ha(?:s|ve) to) )?(?:now |please |also )?be (?<verb>[\p{L}]+)(?<rest>(?: (?:to|into|from|off|together|with|as|in|by|out)\b[^?]*)?)$/iu,
]

/** The order in the active: "forget my key". Only verbs of speech acts have a base form. */
function activeForm(text: string): string | null {
  for (const rule of passives) {
    const { thing, verb = '', rest = '' } = rule.exec(text)?.groups ?? {}
    if (thing !== undefined && baseForm(verb) !== verb.toLowerCase()) return `${baseForm(verb)} ${thing}${rest}`
  }
  return null
}

/** "making a note" after "would you mind" is "make a note". */
function imperative(text: string): string {
  return text.replace(/^\p{L}+ing\b/u, (word) => baseForm(word))
}
