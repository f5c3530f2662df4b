/** Whose something a clause speaks of, besides the user: such a clause holds nothing of anybody else. */
import { stem } from './stem.js'

const whose = String.raw`(?:\p{L}+'s|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Yy]our)`
/** "Sofia's". */
const possessive = /\b(\p{Lu}[\p{L}]+)'s\b/gu
/** Somebody of somebody's: "my sister's plan", "the plan of the user's sister", 用户姐姐的套餐. */
const related = new RegExp(
  String.raw`\b${whose}\s+(\p{Ll}+)'s\b|\bof\s+(?:the\s+)?${whose}\s+(\p{Ll}+)\b|(?:用户|我|他|她)(?![的有没是在对把被给从到也都还已会要想将说])((?:(?![了过着])\p{Script=Han}){1,4})的`, 'giu')
/** Up to three names; blanks stand between them, so that one long word is read in one way. */
const named = String.raw`(?:\s*,?\s+\p{Lu}\p{L}*(?:\s+\p{Lu}\p{L}*){0,2}(?:\s*,|\b))?`
/** Somebody who has or says something: "her assistant, Ms Park, has Bronze as her plan", "my brother told me". */
const speaking = new RegExp(
  String.raw`\b${whose}\s+(?:\p{Ll}+\s+)?(\p{Ll}+)${named}\s*(?:(?:told|says?|said|mentions?|mentioned|wants?|prefers?|likes?|lives?)\b|(?:has|have|had|uses?|goes with)\b[^.;]{0,200}\bas\b)`, 'gu')
/** Whoever has something, where no thing is named by an identifier: "the user's flatmate has another cabin class". */
const having = new RegExp(String.raw`\b${whose}\s+(?:\p{Ll}+\s+)?(\p{Ll}+)${named}\s*(?:has|have|had)\b`, 'gu')
const identifier = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]+\b/
/** Somebody of somebody's who is named: "their friend Priya: her cabin class", "my boss, Mr Okafor: his allowance". */
const noun = String.raw`(?!(?:is|are|was|were|be|been|has|have|had|at|in|on|to|for|and|or|with|from|as|of|by|than|not|now|via|per|should|will|can|may|must|changed?|became)\b)\p{Ll}+`
const acquaintance = new RegExp(String.raw`\b${whose}\s+(?:${noun}[\s-]+){0,2}?(${noun}),?\s+(?:\p{Lu}\p{L}*\.?\s+)?\p{Lu}\p{Ll}+\b`, 'gu')
/** In what somebody says of himself, he and she are others: "my partner Yusuf ... his balance". */
const other = new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur)\s+(?:\p{Ll}+\s+)?(\p{Ll}+)${named}[^.;]{0,200}?[\s,](?:he|she|his|her|him|their)\b`, 'gu')

/**
 * @param clause whose owners by case and preposition count
 * @param sentence that it is part of: who is spoken of may stand before it
 * @returns stems, the user left out
 */
export function ownersOf(clause: string, sentence: string): string[] {
  const found = [...clause.matchAll(possessive), ...clause.matchAll(related), ...sentence.matchAll(speaking), ...sentence.matchAll(other), ...sentence.matchAll(acquaintance), ...(identifier.test(sentence) ? [] : sentence.matchAll(having))]
  return [...new Set(found.map((match) => `w:${stem((match[1] ?? match[2] ?? match[3] ?? '').toLowerCase())}`))].filter((owner) => owner !== 'w:user')
}
