import { oneOf } from './one-of.js'
import type { ClauseMode } from './types.js'

const imperatives = oneOf(
  'look check call get find search compare book cancel ship recommend ask fetch retrieve send reply use query verify',
  'confirm update store save remove remember add change create delete open list lookup',
)
const requests = new RegExp(
  [
    String.raw`^(?:please\b|bitte\b|请|(?:can|could|would|will) you\b(?! (?:like|prefer|mind))`,
    String.raw`i'?d like\b|i(?:'m| am) looking\b|let'?s\b|(?:${imperatives})\b)`,
  ].join('|'),
  'i',
)
const asks = new RegExp(
  [
    String.raw`(?:\?|？|吗|呢)\s*["')]*$`,
    String.raw`\b(?:tell me|let me know|show me|give me|i (?:want|need) to know|sag mir)\b`,
    String.raw`^(?:what|which|when|where|who|whose|how|why|welche[rs]?|wann|wie|was|wo|wer|warum)\b`,
    '什么|多少|哪个|哪里|几点|告诉我',
  ].join('|'),
  'i',
)
const wordsOfStorage = /^(?:please\s+)?(?:remember|note|keep in mind)(?:\s+that|\s*:)?\s+(?=\S+\s+\S+)/i

const courtesies = new RegExp(
  [
    String.raw`^(?:feel free|let me know|safe travels|you'?re welcome|welcome|thanks?|have a (?:great|good|nice)|enjoy)\b`,
    String.raw`^(?:sure|certainly|of course|great|is there anything|i hope|glad to|happy to|i'?m (?:glad|happy|sorry)|sorry)\b`,
    String.raw`^if (?:you|there)\b.*\b(?:questions?|assistance|help|anything else|requests?)\b`,
    String.raw`^please (?:let me know|confirm (?:if|whether|that)|note(?!.*\b(?:i|my|mine)\b))\b[^\d]*$`, // "please note that my plan is Gold" is news
    String.raw`^here(?:'s| is| are) (?:the |your |some |all )?[a-z -]*(?:details|options|breakdown|summary|information|results?)\W*$`,
  ].join('|'),
  'i',
)

/** Whether a clause is mere politeness or a headline; it states nothing, and needs no evidence. */
export function isCourtesy(clause: string): boolean {
  return clause.length < 160 && courtesies.test(clause.trim())
}

/**
 * What a clause does. A question states nothing: "Is my plan Gold?" is no evidence for Gold. A request ("book HAT136", "look
 * up the order") is the word of whoever makes it. "Please remember: ..." is a statement.
 */
export function modeOf(clause: string): ClauseMode {
  const text = clause.trim()
  if (wordsOfStorage.test(text) && !text.endsWith('?')) return 'statement'
  const isRequest = requests.test(text)
  if (asks.test(text)) return isRequest && !/\b(?:tell|let|show|give) me\b|告诉我/i.test(text) ? 'request' : 'question'
  return isRequest ? 'request' : 'statement'
}

const possible = new RegExp(
  [
    String.raw`\b(?:can|could|may|might|would|should|perhaps|maybe|probably|possibly|kann|können|könnte|vielleicht)\b(?! you\b)`,
    String.raw`\bonly (?:for|if|when|on|with|in)\b|\b(?:members|customers|users) only\b`,
    '可能|可以|也许|仅限',
  ].join('|'),
  'i',
)
const conditions = /\b(?:if|unless|except|wenn|falls)\b|如果|除非/i

/**
 * Whether a clause holds only perhaps ("can", "only for members"), or its sentence under a condition ("if", "unless"). Such a
 * premise covers no plain statement.
 */
export function isConditional(clause: string, sentence: string): boolean {
  return possible.test(clause.replace(/\bMay\b|\bmay \d|\d may\b/g, ' ')) || conditions.test(sentence)
}
