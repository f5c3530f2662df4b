/** What read-change.ts does, for Chinese. */

const mine = String.raw`(?<noun>我们?的[^，,：:。？是]{2,24}?)`
const change = String.raw`(?:改|换|变|更新|更改|修改|变更|调整|设置?|调|切换|转|定|订正|更正|替换|重设|升级|挪|移)`
const to = String.raw`(?:成|为|到|至|作|做)`
const value = String.raw`(?<value>[^，,。？]{1,120})`
const from = String.raw`(?:由|从|原来的|之前的)`
const adverb = String.raw`(?:现在|目前|已经?|刚刚?|以后|今后|从今以后|从现在起|从今天起|从现在开始|最近|以后都|都|就|也|将|应该|应当|应|该|要|会)*`

/** Tried in order; the first that fits decides. */
const rules: readonly RegExp[] = [
  String.raw`^(?:把|将)?${mine}(?:${from}[^，,。？]{1,30}?)?${adverb}${change}了?${to}了?${value}$`,
  String.raw`^${change}(?:一下)?${mine}[，,：:]?\s*(?:${change})?${to}${value}$`,
  String.raw`^(?:请)?${change}(?:一下|下)?${mine}\s*[：:，,]\s*(?:现在)?(?:是|为)?${value}$`,
  String.raw`^我们?${adverb}(?:把|将)${mine}${change}了?${to}了?${value}$`,
  String.raw`^${mine}${adverb}(?:变了|变化了|有变化|有变|有变动|有更新|更新了|改了|换了|不一样了|变更了)[，,：:]\s*(?:现在)?(?:改)?(?:是|为|成)?${value}$`,
  String.raw`^${mine}(?:已经)?(?:不再|不)是[^，,。？]{1,30}?了?[，,](?:现在)?(?:而|应该)?(?:是|改成了?|换成了?)${value}$`,
  String.raw`^(?:用|拿|以)(?<value>[^，,。？]{1,60}?)(?:来)?(?:作为|当作|当|做|作)${mine}$`,
  String.raw`^(?:把|将)(?<value>[^，,。？我]{1,60}?)(?:设置?|定|记|当|用|存|登记|标)(?:成|为|作|做|在)${mine}$`,
  String.raw`^(?<value>(?!我|这|那|它|什么|哪|谁|不)[^，,。？]{1,60}?)(?:现在|以后|今后|已经|从今以后|从现在起|从今天起|将|才|就)*是${mine}了?$`,
  String.raw`^我们?${adverb}(?:换|改|用|有)了?(?:一个|个|一张|一种)?新的?(?<bare>[^，,：:。？是]{1,20}?)了?[：:，,]\s*(?:是)?${value}$`,
  String.raw`^我们?(?:的)?新(?:的)?(?<bare>[^，,：:。？是]{1,20}?)(?:是|为|[：:])${value}$`,
  String.raw`^新(?:的)?(?<bare>[^，,：:。？是]{1,20}?)[：:]${value}$`,
  String.raw`^(?:关于|至于)?${mine}\s*[：:]\s*(?:现在)?(?:改)?(?:是|为|成)?${value}$`,
  String.raw`^${mine}${adverb}(?:改)?(?<![首常备可使信费专待优人])(?:用|叫|选|定在|定为)${value}$`,
  String.raw`^${mine}(?:以后|今后|从今以后|从现在起|从今天起|应该|应当|将|就|要)+(?:是|为)${value}$`,
].map((rule) => new RegExp(rule, 'u'))

/**
 * The statement that holds after the change, with the noun first.
 *
 * @param core a clause without courtesies
 * @returns null where the clause changes nothing
 */
export function readChangeHan(core: string): string | null {
  const text = core.replace(/[。！!]+$/u, '').trim()
  if (text.length > 200 || !/\p{Script=Han}/u.test(text)) return null
  for (const rule of rules) {
    const { noun, bare, value: found } = rule.exec(text)?.groups ?? {}
    const named = (noun ?? (bare === undefined ? '' : `我的${bare}`)).replace(/^(我们?的)新的?/u, '$1').replace(/(?:现在|已经|目前|今后|以后|从今以后)+$/u, '')
    const said = (found ?? '').replace(/^(?:了|现在)/u, '').replace(/(?:了|吧|，?不是.+)$/u, '').trim()
    if (named.length > 2 && said !== '') return `${named}是${said}`
  }
  return null
}
