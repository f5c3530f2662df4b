/** Wishes to have something forgotten, wherever in a passage they stand: "I sold the K2, so you can drop that from your notes". */

const verb = String.raw`(?:forget|delete|erase|remove|drop|scrap|wipe|clear|discard|ditch|lose|purge|bin|strike|cross out|get rid of|unlearn|cut|scratch|take out|throw out)`
const off = String.raw`(?:take|cross|strike|knock|scratch|get|leave|cut|tick|rub|drop|remove|pull)`
const keeping = String.raw`(?:keep|keeping|remember|remembering|store|storing|hold on to|holding on to|keep track of|list|listing|note|count|track)`
const lead = String.raw`(?<=^|[,;:–—-] ?|\b(?:please|can|could|to|just|so|and|then|may|should|would|you|now|kindly|also|better|well|,) )`
const places: readonly RegExp[] = [
  String.raw`${lead}(?:${verb})(?: about| all about| everything about)? (?<object>[^.?!;]{1,160})`,
  String.raw`${lead}(?:${off}) (?<object>[^.?!;]{1,120}? (?:off|out of|from) [^.?!;]{1,80})`,
  String.raw`\b(?:do not|don['’]t|no need to|needn['’]t|stop|no longer|not) (?:need to |have to |you need to )?${keeping} (?<object>[^.?!;]{1,160})`,
].map((place) => new RegExp(place, 'iu'))
const refused = /\b(?:do not|don['’]t|never|not to|won['’]t|can['’]t|i (?:always |often |keep |might |may |will |['’]ll )?|forgetting) ?(?:ever )?(?:forget|lose|drop|delete)\b/iu
/** Stands for what was spoken of before. */
const pronoun = /^(?:it|that|this|them|those|these|him|her|that one|this one|those ones|the (?:note|entry|thing|one|memory|record)s?|that (?:note|entry|bit|memory|record|line|item)|it all|all that|about (?:it|that))\b(?!\s+(?:i|my|we|our|he|she|they|the)\b)/iu
const han = /(?:忘了|忘掉|忘记|忘|删了|删掉|删除|删|去掉|划掉|移除|移掉|拿掉|抹掉|清除|清掉|取消|撤掉)(?:它|这条|那条|这个|那个|就行|吧|了|即可|就好|掉|一下|。|，|$)|(?:不用|不必|别|不要|无需|不需要)再?(?:记|留|保留|存|算|管|提)|(?:把|将).{1,30}(?:忘|删|去掉|划掉|移除|拿掉|抹掉|清除|剔除|撤)/u
const hanRefused = /(?:别|不要|不会|没|怕|差点|老|总|免得|以免|我(?:又|老是|总是)?)忘|忘了(?:我的|问|说|跟)|想不起|什么|[？?]$/u

/**
 * What is to be forgotten.
 *
 * @param before the passage before, which a pronoun may stand for
 * @returns the words that name it, and whether they lie in the passage before; null where nothing is to be forgotten
 */
export function readForgetting(passage: string, before: string | undefined): { topic: string; isBefore: boolean } | null {
  if (passage.length > 500) return null
  if (/\p{Script=Han}/u.test(passage)) return han.test(passage) && !hanRefused.test(passage) ? { topic: before !== undefined && passage.length < 12 ? `${before}${passage}` : passage, isBefore: false } : null
  if (refused.test(passage)) return null
  for (const place of places) {
    const found = place.exec(passage)
    const object = found?.groups?.['object']
    if (!found || object === undefined) continue
    if (!pronoun.test(object)) return { topic: found.index > 2 ? `${object} ${contentBefore(passage, found.index)}` : object, isBefore: false }
    const left = contentBefore(passage, found.index)
    if (left.split(/\s+/).length >= 4 && !/^(?:i|we|it|that) (?:don['’]t|do not|am not|no longer)\b[^,]*$|^turns? out\b|^(?:i|we|he|she|they)\b[^,]{0,30}\b(?:it|them|that|those|this|not|one)\b/i.test(left)) return { topic: left, isBefore: false }
    return before === undefined ? null : { topic: `${before} ${left}`, isBefore: true }
  }
  return null
}

const contentBefore = (passage: string, at: number): string => passage.slice(0, at).replace(/[,;:–—-]\s*(?:so|and|then|but)?(?: (?:please|you can|you may|just|kindly|could you|can you|you))*\s*$/iu, '').trim()
