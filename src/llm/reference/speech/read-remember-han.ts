/** What read-remember.ts does, for Chinese. */
import { readChangeHan } from './read-change-han.js'

const keep = String.raw`(?:记住|记下来?|记录(?:一下|下来|下)?|记(?:一下|一笔|得|着|上)|备注(?:一下|上)?|存(?:一下|下来|下)|保存(?:一下)?|写下来?|注意(?:一下)?|留意|别忘了?|不要忘(?:了|记)|别忘记|补充(?:一下|一点|一句)?|知道|了解|告诉(?:你|您)|说(?:一下|一声)|提(?:一下|一句|一嘴)|做个(?:记录|笔记|备注)|记个(?:笔记|事))`
const opening = new RegExp(String.raw`^(?:再|也|顺便|先|就)?${keep}(?:这一点|这件事|这个)?[：:，,]?\s*(?<rest>.{2,120})$`, 'u')
const held = new RegExp(String.raw`^(?:把|将)(?<rest>我.{2,80}?)(?:这件事|这一点)?(?:记|写|存|录)(?:住|下来?|一下|录下来?|到笔记里)$`, 'u')

const additions: readonly RegExp[] = [
  /^(?:把|将)(?<value>.{1,60}?)(?:也|再)?(?:加|添|写|放|记|列|录|补)(?:加|充|上)?(?:到|进|入|在|至)(?<list>(?:我们?的)?[^，,：:。？]{1,24}?)(?:里|中|上|内|里面|当中)?$/u,
  /^(?:在|往|给)(?<list>(?:我们?的)?[^，,：:。？]{1,24}?)(?:里|中|上|内|里面)?(?:再|多|也)?(?:加|添|写|补|记)(?:加|上|入|进|充)?(?:一[个项条样种]|上)?\s*[：:，,]?\s*(?<value>.{1,60})$/u,
  /^(?:我们?的)?(?<list>[^，,：:。？]{1,24}?)(?:里|中|上)?(?:还有|再加|还要加|又多了|新增|再添|还多了?|又添了?|还要有)(?:一[个项条样种])?\s*[：:，,]?\s*(?<value>.{1,60})$/u,
]

/** "把V加到我的清单里": what the list holds as well; it replaces nothing. */
export function readAdditionHan(core: string): string | null {
  const text = core.replace(/[。！!]+$/u, '').trim()
  if (text.length > 200 || !/\p{Script=Han}/u.test(text) || /(?:告诉|提醒|问|发)(?:一下)?(?:我|你)|说说|什么|哪|多少|[？?]$/u.test(text)) return null
  for (const rule of additions) {
    const { list, value } = rule.exec(text)?.groups ?? {}
    if (list && value && !/^(?:笔记|记忆|备忘录|记录)$/u.test(list.replace(/^我们?的|^你的/u, ''))) return `我的${list.replace(/^我们?的/u, '')}包括${value.replace(/^(?:了|也|还有)/u, '')}`
  }
  return null
}

/**
 * The statement that is handed over.
 *
 * @param core a clause without courtesies
 * @returns null where nothing is handed over
 */
export function readRememberHan(core: string): string | null {
  const text = core.replace(/[。！!]+$/u, '').trim()
  if (text.length > 200 || !/\p{Script=Han}/u.test(text)) return null
  const rest = (opening.exec(text) ?? held.exec(text))?.groups?.['rest']
  if (!rest || /什么|哪|谁|怎么|多少|几[个天点次号]|是否/u.test(rest)) return null
  const changed = readChangeHan(rest)
  if (changed !== null) return changed
  return /^我|是|有|在|对|喜欢|不|为/u.test(rest) && rest.length >= 4 && !/^我们?的[^是有在对为不]{1,12}$/u.test(rest) ? rest : null
}
