/** Orders to make one memory of several. */
import { anyOf, baseForm, gatherVerbs, mergeVerbs } from './act-verbs.js'

const merge = anyOf(mergeVerbs)
const gather = anyOf(gatherVerbs)
const one = String.raw`(?:one|a single|a common|a joint|a combined|the same|a shared|just one)`
const notes = String.raw`(?:memor\p{L}*|notes?|records?|entr(?:y|ies)|items?|facts?|summar\p{L}*|what(?:ever)? you (?:know|remember|have|noted|stored)|everything(?: you (?:know|remember|have))?|things|them|both|these|those|the two|all (?:of it|that))`
const single = String.raw`(?:one|a single|a common|a joint|a combined)(?: [\p{L}]+)? (?:memory|note|record|entry|summary|line|item|fact|statement|sentence|whole)`

const rules: readonly RegExp[] = [
  String.raw`^${merge}(?: up| down)? (?<object>[^?]{0,200}?(?:${notes}|\band\b|\bwith\b|\binto\b|\btogether\b)[^?]{0,200})$`,
  String.raw`^${gather}(?: up| down)? (?<object>[^?]{1,200}?) (?:up |down )?(?:(?:in|into|to|as|under|on|inside|within) ${one}(?: [\p{L}]+){0,3}|together(?: (?:in|into|as|under) [^?]{1,40})?)$`,
  String.raw`^(?:make|create|write|form|keep|have|build|produce|draw up|get)(?: me)? (?:just |only )?${single}(?: out)? (?:out of|of|from|for|about|on|with|that (?:covers|holds|says|has|contains|includes)|covering|holding|containing) (?<object>[^?]{1,200})$`,
  String.raw`^(?<object>[^?]{1,200}?) (?:should|could|can|may|might|must|ought to|need to|needs to|belong|belongs|fit|fits|go|live|sit|stand|share|be|become|would be better|are better|is better) (?:be |become |go |stand |sit |live |form |share )?(?:${merge}d?|one|(?:in|into|as|under|on)? ?${single}|(?:put |brought |kept |joined )?together)(?: (?:in|into|as) [^?]{1,40})?$`,
  String.raw`^(?:make|turn) (?<object>them|both(?: of them)?|it|these|those|the two(?: [\p{L}]+)?) (?:into )?(?:just )?${one}(?: [\p{L}]+)?$`,
  String.raw`^(?:i|we)(?:['’]d| would)? (?:like|want|prefer|rather have|need|only need)(?: to (?:have|see))? (?:just |only )?${single}(?: out)? (?:out of|of|from|for|about|on|with|instead of|that (?:covers|holds|says|has)|covering) (?<object>[^?]{1,200})$`,
  String.raw`^${one} (?:memory|note|record|entry|summary|line)(?: (?:for|about|on|of))? (?<object>[^?]{1,160}?)(?: (?:is|would be|will be)? ?(?:enough|do|suffice|fine|plenty|will do|would do))?$`,
  String.raw`^(?<object>[^?]{1,200}?) (?:as|into) ${single}$`,
].map((rule) => new RegExp(rule, 'iu'))

const rulesHan: readonly RegExp[] = [
  /^(?:把|将)?(?<object>.{1,80}?)(?:都|全部|一起)?(?:合并|整合|汇总|归并|归纳)(?:到|为|成|在|起来|一下|了)?(?:一起|同?一[条个份处块则项])?.{0,8}$/u,
  /^(?:把|将)?(?<object>.{1,80}?)(?:都|全部)?(?:合|并|汇|整理|写|记|放|归|收|存|做)(?:到|为|成|在|作|进)(?:一起|同?一[条个份处块则项]).{0,8}$/u,
  /^(?:合并|整合|汇总|归并|整理|归纳)(?:一下)?(?<object>.{1,80})$/u,
  /^(?<object>.{1,80}?)(?:合二为一|合而为一|并在一起|合到一起|放到一起|归为一条|合成一条)$/u,
]
const notesHan = /记忆|笔记|记录|备注|条目|信息|内容|和|与|跟|及|以及|两条|几条|一条|它们|这些/u

/**
 * What is to be made one, or null where nothing of the kind is asked for.
 *
 * @param core a clause without courtesies
 */
export function readMerge(core: string): string | null {
  const text = core.replace(/[.!。！]+$/u, '').replace(/^\p{L}+ing\b/u, (word) => baseForm(word))
  if (text.length > 500) return null
  if (/\p{Script=Han}/u.test(text)) {
    if (/(?:合并|整合|整理|汇总|归并)(?:过|了的|好的|出来|后|的那)|最[近新后].{0,4}(?:合并|整合)|什么|怎么写|告诉我/u.test(text)) return null
    for (const rule of rulesHan) {
      const object = rule.exec(text)?.groups?.['object']
      if (object && notesHan.test(text)) return object
    }
  }
  for (const rule of rules) {
    const object = rule.exec(text)?.groups?.['object']
    if (object !== undefined && !/^(?:what|which|who|where|when|why|how|is|are|do|does|i|we)\b/i.test(text.replace(/^(?:i|we)(?:['’]d| would)? (?:like|want|prefer|rather|need|only)/i, ''))) return object
  }
  const things = text.match(/\b(?:my|our)\s/gi)?.length ?? 0
  return things >= 2 && single2.test(text) && !isAsked.test(text) ? text : null
}

/** However it is put: several things of the user's, and one note for them. */
const single2 = new RegExp(String.raw`\b(?:one|single|combined|joint|same|shared|merged)\b(?: [\p{L}]+){0,2} (?:note|memory|entry|record|place|summary|line|item|file|card|piece|paragraph|sentence)s?\b|\b${merge}\b|\b(?:into|in) (?:just )?one\b|\b${gather}\b[^.?!]*\btogether\b`, 'iu')
const isAsked = /\b(?:what|which|where|when|who|how) (?:is|are|was|were|does|do|did)\b|\b(?:tell|give|show|remind|read|send) (?:it |them |both )?(?:to )?me\b|\bread\b|\bsays?\b|\b(?:last|latest|newest|most recent|recent|your|that) (?:merged|combined|joint|single)\b|\bwhat['’](?:s|re)\b/iu
