/** What read-own-value.ts does, for Chinese. */
import { personHan } from '../../../facts/people.js'
import type { OwnValue } from './read-own-value.js'

const noun = String.raw`(?:新的?|现在的?|目前的?|最新的?|原来的?|旧的?|当前的?)?(?<noun>[^，,：:。？?！!；;、\s“”（）()是为把将我你您他她]{2,12}?)`
const behind = String.raw`(?:那一?[块个项条]儿?|这一?[块个项条]儿?|这边|方面|的话|呢|嘛|一栏|那栏|这栏)?`
const adverb = String.raw`(?:现在|目前|如今|已经?|刚刚?|以后|今后|往后|从今以后|从今往后|从现在起|从现在开始|从今天起|从今天开始|今天起|最近|都|就|也|将|应该|应当|应|该|要|会|一律|统一|其实|不过|正式|我这边|这边|暂时|最新|临时|确实|一直|请|麻烦)*`
const change = String.raw`(?:更新|更改|修改|变更|调整|切换|订正|更正|替换|重设|升级|改|换|变|设|定|调|转|挪|移)`
const write = String.raw`(?:登记|记录|备注|标记|保存|记|写|存|填|录|标|列|当|算|做|作)`
const to = String.raw`(?:成|为|到|至|作|做|回|在)`
const shut = String.raw`(?=$|[，,。！!？?；;、]|[了吧哈啦哦呀])`
const amount = String.raw`(?:[^，,。？?！!；;\s（）()“”]|[.,](?=\d)|\s(?=USD|EUR|\d)){1,40}`
const value = `[“"「]?(?<value>${amount})`
const others = String.raw`(?:他|她|他们|她们)的?`

interface Rule {
  pattern: RegExp
}

function rulesFor(possessor: string, isOwn: boolean): readonly Rule[] {
  const thing = `(?:${possessor})${noun}`
  const spoken = isOwn ? `(?:${possessor}|(?:说|提|讲|给)(?:过|到)?的|关于|至于)${noun}` : thing
  const bare = isOwn ? `(?:${possessor}|(?:说|提|讲|给)(?:过|到)?的|关于|至于)?${noun}` : thing
  return [
    String.raw`(?:把|将)${bare}(?:从[^，,。]{1,20}?|由[^，,。]{1,20}?)?(?:都|也|给我|给|帮我|统一|直接|再)?(?:${change}|${write})(?:一下)?了?${to}了?${value}`,
    String.raw`(?:${change})(?:一下)?${thing}[，,：:]?(?:${change})?${to}${value}`,
    String.raw`^(?:${change})(?:一下|下)?${thing}[：:，,](?:${adverb})(?:是|为)?${value}`,
    String.raw`${thing}${behind}${adverb}${change}了?${to}了?${value}`,
    String.raw`${thing}${behind}${adverb}(?:成|为|作|做)了?${value}`,
    String.raw`${thing}${behind}${adverb}(?<![首常备可使信费专待优人])(?:是|为|叫|选|用|按|走|填|写|定在|定为|归)${value}`,
    String.raw`(?:用|拿|以|把|将)(?<before>${amount}?)(?:来)?(?:设置?|登记|记|定|存|填|写|标|列)?(?:作为|当作|当成|当|做|作|为|成|在|到|进)${thing}${shut}`,
    String.raw`(?:^|[，,：:。！!；;\s])(?<before>${amount}?)[，,]?(?:这个?|那个?|这|才|就|现在|以后|今后|已经|目前|如今|从今以后|从现在起|从今天起|将)*(?:是|为|成了|变成|替代)了?${thing}${shut}`,
    String.raw`(?:${spoken}${behind}|(?<![\p{Script=Han}])${isOwn ? noun.replace('<noun>', '<bareNoun>') : noun.replace('<noun>', '<bareNoun>')}(?:那一?[块个项条]儿?|这一?[块个项条]儿?|这边|方面|的话|一栏))(?:${change}了|${change}过了?|有变|变动|[，,：:。！!；;])[^？?]{0,60}?(?:就是|现在是|应该是|其实是|是|为|改成|换成|换到|变成|改为|变为|换为|改用|换用|改到|用|按照?|选|写|填|报|说|记成|记为|记作|记|认|走)了?${adverb}${value}`,
    String.raw`^(?:关于|至于)?${bare}\s*[：:]\s*(?:${adverb})(?:是|为)?${value}`,
    String.raw`${thing}(?:[^，,。？?]{0,4})(?:[：:]\s*(?:${adverb})(?:是|为)?|[，,]\s*(?:${adverb})(?:是|为))${value}`,
  ].map((rule) => ({ pattern: new RegExp(rule, 'u') }))
}

const own = rulesFor(String.raw`我们?(?:这边|这里|自己|本人)?(?:现在|目前|新|最新|如今|以前|原来)?的?`, true)
const foreign = rulesFor(String.raw`我?们?的?${personHan.source}[^，,。的是]{0,4}?的|[^，,。的是我\s]{1,4}${personHan.source}的|${others}`, false)

const noted = rulesFor(String.raw`(?:该|这位|本)?(?:用户|客户|顾客|他|她|其)(?:本人|自己|目前|现在)?的?|其|自己的`, false)
const bare: readonly Rule[] = [
  { pattern: new RegExp(`^${noun}(?:（[^（）]*）)?[：:]${value}`, 'u') },
  { pattern: new RegExp(`^(?:问到|问起|关于|至于|谈到|提到)${noun}时?[，,](?:[^，,。]{0,6}?)(?:说|答|回答|表示|称)?(?:的)?(?:是|为)${value}`, 'u') },
]

/** What a note says a thing of somebody's is. */
export const readNoteHan = (text: string): OwnValue | null => read(text, noted) ?? read(text, bare)

const asking = /什么|啥|哪|谁|多少|怎么|几[个号点次天]|[吗呢么][？?]?\s*$|[？?]\s*$|来着/u
const ordering = /能不能|可不可以|能否|可否|可以|麻烦|帮我|帮忙|请(?!问)|好吗|行吗|好不好|行不行|吧[？?]/u
const empty = /^(?:一[个条项样]|另一|第|什么|啥|哪|谁|多少|怎么|不|没|这|那|它|一样|以前|之前|原来|旧|新的$|对的?$|错的?$|有|要|会|能|你|我|您|他|她|记|查|告诉|改|换|变|一下|别|的|个?问题|以下|如下|这样|为准|准)/u

/** What the user says something of his is; null where nothing of his gets a value. */
export const readOwnValueHan = (text: string): OwnValue | null => read(text, own)

/** The same for somebody else's. */
export const readOthersValueHan = (text: string): OwnValue | null => read(text, foreign)

function read(text: string, rules: readonly Rule[]): OwnValue | null {
  if (text.length > 200 || !/\p{Script=Han}/u.test(text)) return null
  if (/(?:告诉|提醒|问|跟|给|发)(?:一下)?(?:我(?:一下|一声|说|讲|吧|看)|你.{0,3}(?:个|件)|下|一下)|(?:说说|列一下|列出|确认一?下|核对|念一下|报一下)/u.test(text)) return null
  if (asking.test(text) && !(ordering.test(text) && !/什么|啥|哪|谁|多少|怎么|来着/u.test(text))) return null
  for (const { pattern } of rules) {
    const groups = pattern.exec(text)?.groups
    const named = (groups?.['noun'] ?? groups?.['bareNoun'])?.replace(/(?:现在|已经|目前|今后|以后|往后|如今|从今以后|都|也|就|有|又|刚|作废|取消|失效|过期|更新|更改|变更|变动|变化|变|改|换|吧|了|不对|不用|一下)+$/u, '')
    const said = tidied(groups?.['value'] ?? groups?.['before'] ?? '')
    if (!named || said === null || named.length < 2 || personHan.test(named) || notNoun.test(named)) continue
    return { noun: named, value: said }
  }
  return null
}

const notNoun = /^(?:想|要|能|会|可以|在|有|对|的|跟|和|给|说|觉得|知道|记得|喜欢用|把|已|刚|也|都|就|不|没|还|再|又|去|来|每|这|那|家里|名下|其实|终于|从|用|填|忘|买|是)/u

function tidied(found: string): string | null {
  let text = found.trim()
  for (let turns = 0; turns < 4; turns++) {
    text = text.replace(/^(?:了|是(?=.)|现在|已经|就|都|的是|：|:|“|「)+/u, '').replace(/(?:[了吧哈啦哦呀呗嘛啊哟噢吗么]|，?好吗|，?行吗|，?可以吗|来|就行|就好|即可|为准|谢谢[你您啦]?|麻烦[你您]了|[”」]|这个|那个|不是.+|而不是.+)$/u, '').trim()
  }
  return text === '' || text.length > 30 || empty.test(text) || /[我你您]/u.test(text) ? null : text
}
