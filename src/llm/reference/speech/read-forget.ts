/** Sentences that end something: orders to forget it, and reports that it is over. */
import { anyOf, baseForm, endVerbs, forgetVerbs } from './act-verbs.js'

/** What is to be forgotten, in the user's words. */
export interface Ending {
  object: string
  /** The user reports an end; without a memory of it, the report is a statement like any other. */
  isReport: boolean
}

const forget = anyOf(forgetVerbs)
const object = '(?<object>[^?]{1,200}?)'
const keeping = '(?:keep|keeping|remember|remembering|store|storing|track|tracking|hold|holding|save|saving|record|recording|list|listing|need|want|use|using|count|counting|hang|hanging|consider|considering|assume|assuming|note|noting|know|knowing|bring|bringing|mention|mentioning)'
const longer = String.raw`(?: any ?more| any longer| further)?`
const adverb = String.raw`(?:(?:now|just|already|recently|since|finally|also|meanwhile|really|completely|definitely|actually) )*`
const store = String.raw`(?:your |the |my )?(?:[\p{L}]+ )?(?:notes?|memory|memories|records?|file|list|profile|mind)`

const orders: readonly RegExp[] = [
  String.raw`^${forget}(?: out| off| away| down)?(?: about| all about| everything (?:about|on|you know about|regarding|you have on)| what(?:ever)? you (?:know|have|remember|noted|stored|wrote|saved|wrote down|have stored)(?: down)? (?:about|on|of|regarding)| what i (?:said|told you|mentioned) about| that you (?:know|noted|remember)(?: about)?| any (?:note|record|memory|entry) (?:of|about|on|for))? ${object}(?: (?:from|off|out of|in) (?<where>[^?]{1,80}))?`,
  String.raw`^(?:take|cross|strike|tick|check|knock|leave|keep|scratch|pull|get|cut|move|rub|blot|wipe|clear|drop) ${object} (?:back )?(?:off|out|out of|from|down from)(?: (?<where>(?:of )?(?:my|the|your|our|that|this|it)\b[^?]{0,80}))?`,
  String.raw`^(?:take|cross|strike|tick|knock|scratch|rub|throw|toss|chuck|put) (?:off|out|away|aside) ${object}(?: (?:from|of|in) (?<where>[^?]{1,80}))?`,
  String.raw`^(?:get rid of|do away with|let go of|dispense with|be done with|do without|part with) ${object}`,
  String.raw`^let ${object} go`,
  String.raw`^(?:stop|quit|cease) ${keeping}(?: on to| track of| in mind| about| that)? ${object}`,
  String.raw`^(?:do not|don['’]t|never|you (?:need not|needn['’]t|don['’]t (?:need|have) to|do not (?:need|have) to|shouldn['’]t|should not)|no need to|there['’]s no need to|there is no need to|no longer|need not) (?:ever )?${keeping}(?: on to| track of| in mind| about| that)? ${object}${longer}`,
  String.raw`^never ?mind(?: about)? ${object}`,
  String.raw`^cancel (?<object>(?:my |the |your )?(?:note|entry|memo|reminder|memory|record)s? [^?]{1,200}?)`,
  String.raw`^i (?:do not|don['’]t) want (?:you to (?:remember|keep|know|store)|to (?:see|have|keep)) ${object}${longer}(?: (?:on|in) (?<where>[^?]{1,80}))?`,
].map((rule) => new RegExp(`${rule}${longer}$`, 'iu'))

const ended = endVerbs.map((verb) => verb.replaceAll('-', String.raw`(?: [^,:;?]{1,30}?)?? `)).join('|')
const over = String.raw`(?:cancell?ed|called off|off(?: (?:my|the|of my|of the) [^,:;?]{0,30}?)?|over|gone|obsolete|outdated|out of date|void|invalid|finished|done with|ended|discontinued|dropped|scrapped|expired|history|not happening(?: any ?more)?|no longer (?:needed|valid|true|relevant|current|correct|wanted|happening|on|in|part|required|applicable|necessary|planned|up to date|a (?:thing|plan|topic))|not (?:needed|valid|true|relevant|wanted|required|on [^,:;?]{1,30}?) any ?more|a thing of the past|off the table|redundant|superseded|null and void)`

const reports: readonly RegExp[] = [
  String.raw`^(?:i|we)(?:['’]ve| have|['’]d| had)? ${adverb}(?<verb>[\p{L}]+)(?<rest> [^?]{1,200})`,
  String.raw`^(?:i|we)(?:['’]m| am|['’]re| are) ${adverb}(?:done|finished|through|over) with ${object}`,
  String.raw`^${object} (?:is|are|was|were|has been|have been|got|has|have|will be) ${adverb}${over}`,
  String.raw`^(?:i|we)(?:['’]m| am|['’]re| are)? ${adverb}no longer (?:[\p{L}]+ing|[\p{L}]+)(?: (?:to|in|on|at|for|with))? ${object}`,
  String.raw`^(?:i|we)(?: do not| don['’]t| won['’]t| will not| am not|['’]m not| are not|['’]re not| have not| haven['’]t) (?!know|remember|recall|think|understand|see)(?:\p{L}+)(?: (?:to|in|on|at|for|with))? ${object} (?:any ?more|any longer)`,
  String.raw`^(?:there(?:['’]s| is|['’]ll be| will be)) no (?:more|longer(?: a| any)?) ${object}`,
].map((rule) => new RegExp(`${rule}$`, 'iu'))
const endOf = new RegExp(String.raw`^(?:${ended})(?: (?:of|on|up|from|with))? (?<object>[^?]{1,200}?)(?: (?:now|already|after all|for good|yesterday|today|last \p{L}+|this \p{L}+))*$`, 'iu')

const ordersHan: readonly RegExp[] = [
  /^(?:把|将)(?<object>.{1,60}?)(?:从.{1,30}?(?:里面?|中|上|内)?)?(?:都|全|全部|也|给)?(?:忘记|忘掉|忘了|删除|删掉|删去|删了|删|去掉|移除|移走|移出去|清除|清空|清掉|抹掉|抹去|划掉|划去|拿掉|拿走|撤掉|剔除|取消|勾掉)(?:了|掉)?/u,
  /^从(?<where>.{1,30}?)(?:里|中|上|内)?(?:把|将)?(?:删除|删掉|删去|去掉|移除|划掉|拿掉|移走|撤掉|剔除)(?<object>.{1,60})$/u,
  /^(?:忘记|忘掉|忘了|删除|删掉|删去|去掉|移除|清除|抹掉|抹去|划掉|拿掉|撤掉|剔除|清空|别再记(?:着|住)?|不要再记(?:着|住)?|不用再?记(?:着|住)?|不必再?记(?:着|住)?|别记(?:着|住)?)(?:关于|有关)?(?<object>.{1,60}?)(?:了|这件事|的事|这一条|这条(?:记录|笔记)?)*$/u,
]
const reportsHan: readonly RegExp[] = [
  /^(?:我(?:们)?)(?:已经?|刚刚?|又|都|也)*(?:取消|退掉|退订|退出|退还|卖掉|卖|放弃|停掉|停止|扔掉|扔|结束|不再(?:要|需要|想要|喜欢|用|去|参加|学|练|养|种)?|不要|不想要|不用|归还|还掉|还|戒掉|辞掉|删掉)了?(?<object>.{1,60}?)了?$/u,
  /^(?<object>.{1,60}?)(?:已经?|都|也|就)*(?:被)?(?:取消|作废|过期|失效|结束|不要|不用|不需要|没用|退掉?|卖掉?|删掉?|停掉?|还掉?|不去|不算|不在.{1,20}?(?:上|里|中))了$/u,
]

/**
 * What the clause ends, or null.
 *
 * @param core a clause without courtesies
 */
export function readEnding(core: string): Ending | null {
  const text = core.replace(/[.!。！]+$/u, '').replace(/^\p{L}+ing\b/u, (word) => baseForm(word))
  if (text.length > 400 || /^(?:what|which|who|where|when|why|how)\b/i.test(text)) return null
  const isHan = /\p{Script=Han}/u.test(text)
  for (const rule of isHan ? [...ordersHan, ...orders] : orders) {
    const found = rule.exec(text)?.groups
    if (found?.['object']?.startsWith('that ') && /^that (?:i|my|we|our|the)\b/i.test(found['object'])) return { object: found['object'].replace(/^that /i, ''), isReport: false }
    if (found?.['object'] && !/^(?:to|what|that|which|where|when|who|whose|how)\b/i.test(found['object'])) return { object: withPlace(found['object'], found['where']), isReport: false }
  }
  for (const rule of isHan ? [...reportsHan, ...reports] : reports) {
    const found = rule.exec(text)?.groups
    if (!found) continue
    const past = found['verb'] === undefined ? found['object'] : pastOf(found['verb'], found['rest'] ?? '')
    if (past) return { object: past, isReport: true }
  }
  return null
}

/** The object of a verb that says that something ended; null for any other verb, and where only a wish or habit is said. */
function pastOf(verb: string, rest: string): string | undefined {
  const base = baseForm(verb)
  if (base === verb.toLowerCase() && !/^(?:quit|put|let|cut)$/.test(base)) return undefined
  return endOf.exec(`${base}${rest}`)?.groups?.['object']?.replace(/^(?:[\p{L}]+ing) (?=\S)/u, '')
}

/** "the fern from my plant list": the place is a topic unless it only says where memories are. */
function withPlace(found: string, where: string | undefined): string {
  const bare = new RegExp(`^(?:of )?${store}$`, 'iu')
  return where === undefined || bare.test(where) ? found : `${found} ${where}`
}
