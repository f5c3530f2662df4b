/** The values that a passage of a turn gives to things of the user's and of others, as statements. */
import { personNoun, personHan } from '../../../facts/people.js'
import { readOthersValueHan, readOwnValueHan } from './read-own-value-han.js'
import { readOthersValue, readOwnValue, type OwnValue } from './read-own-value.js'

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)
const owned = /\b(?:my|our)\s|我/iu
/** Several things of the user's in one sentence, each with its value. */
const between = /(?:,? (?:and|but|while|whereas|plus)|[,;]) (?=(?:my|our)\b)|[，；,;](?=我)/giu
const unsure = /\bforg[eo]t\w*|\bblank\w*|\bremind|\brecall\b|\bremember\b(?! I)|\bdouble-check|\bslip\w*|\blost track|\b(?:un|not )sure\b|\bcan(?:not|['’]t) (?:think|find|place)|\bwonder\w*|\bcurious\b|忘|想不起|记不|不确定|提醒/iu
const goesOn = /^(?:(?:and|so|but|well|ok|anyway|please|now|just|right now|instead|from now on|these days|going forward|as of \p{L}+|for now),? )*(?:it|that|they|this|these|the (?:new|right|correct|current|updated|latest)|use|put|make|go with|we['’]re|i['’]m|i use|say|write|note|set|let['’]s|you can|tell)\b|^(?:现在|以后|今后|从|它|这|那|就|应该|请|改|换|用|新的|而是|是|往后|你|都)/iu

/**
 * Statements of the values in a sentence, and how many sentences they take.
 *
 * @param next the sentence after it, which may give the value of a thing that this one names
 * @returns null where no thing gets a value
 */
export function readValues(passage: string, next: string | undefined): { statements: string[]; taken: number } | null {
  const parts = passage.split(between).filter((part) => owned.test(part))
  const each = parts.length > 1 ? parts.map((part) => statement(part)) : []
  if (each.length > 1 && each.every((one) => one !== null)) return { statements: each, taken: 1 }
  const whole = statement(passage)
  if (whole !== null) return { statements: [whole], taken: 1 }
  if (next === undefined || !owned.test(passage) || owned.test(next) || !goesOn.test(next) || /[?？]\s*$/.test(next) || isAsking(passage)) return null
  const joined = statement(`${passage} ${next}`)
  return joined === null ? null : { statements: [joined], taken: 2 }
}

/** Asks for the thing, or says that it has slipped the mind: what follows is beside it. */
const isAsking = (text: string): boolean =>
  unsure.test(text) || /\b(?:what|which|who|where|when|how)\b(?![^?]*\b(?:told|said|mentioned)\b)[^?]*[?]?\s*$/i.test(text) && /\?\s*$/.test(text) || /什么|哪|谁|多少|怎么|[吗呢][？?]?$/u.test(text)

function statement(text: string): string | null {
  const han = isHan(text)
  const own = han ? readOwnValueHan(text) ?? readOwnValue(text) : readOwnValue(text)
  if (own) return said(`my ${own.noun}`, own, han)
  const other = han ? readOthersValueHan(text) : readOthersValue(text)
  const who = other && (han ? personOfHan(text) : personOf(text, other.who ?? ''))
  return other && who ? said(han ? who : `my ${who}'s ${other.noun}`, other, han) : null
}

function said(thing: string, { noun, value }: OwnValue, han: boolean): string {
  if (han) return thing.startsWith('my ') ? `我的${noun}是${value}` : `${thing}的${noun}是${value}`
  return `${thing} ${/[^aeiousy]s$/.test(noun) && /,| and /.test(value) ? 'are' : 'is'} ${value}`
}

const someone = new RegExp(String.raw`\b(?:(?:my|our) )((?:\p{L}+[- ]){0,2}?${personNoun}(?:,? \p{Lu}\p{Ll}+)?)`, 'iu')
const possessor = new RegExp(String.raw`^(?:(?:my|our) )?(.+?)['’]s$`, 'iu')

/** Who it is: by the possessor itself, else the person that the sentence names before "his" or "her". */
function personOf(text: string, who: string): string | null {
  const named = possessor.exec(who)?.[1] ?? someone.exec(text)?.[1] ?? null
  return named?.replace(/, /, ' ').replace(/['’]s$/, '') ?? null
}

function personOfHan(text: string): string | null {
  const found = personHan.exec(text)
  if (!found) return null
  const from = /我们?的?$/u.exec(text.slice(0, found.index))
  const name = /^[^，,。的是他她说有把叫给在跟和]{0,3}(?=的|，|,|她|他|说|是|$)/u.exec(text.slice(found.index + found[0].length))?.[0] ?? ''
  return `我${from ? '' : ''}${found[0]}${name}`
}
