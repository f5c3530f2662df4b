/** Whose something a clause speaks of, besides the user: such a clause holds nothing of anybody else. */
import { personHan, personNoun } from './people.js'
import { stem } from './stem.js'

const whose = String.raw`(?:\p{L}+'s|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Yy]our)`
/** "Sofia's". */
const possessive = /\b(\p{Lu}[\p{L}]+)'s\b/gu
/** Somebody of somebody's: "my sister's plan", "the plan of the user's sister", 用户姐姐的套餐. */
const related = new RegExp(
  String.raw`\b${whose}\s+(\p{Ll}+)'s\b|\bof\s+(?:the\s+)?${whose}\s+(\p{Ll}+)\b|(?:用户|我|他|她)(?![的有没是在对把被给从到也都还已会要想将说])((?:(?![了过着])\p{Script=Han}){1,4})的`, 'giu')
const noun = String.raw`(?!(?:is|are|was|were|be|been|has|have|had|at|in|on|to|for|and|or|with|from|as|of|by|than|not|now|via|per|should|will|can|may|must|changed?|became)\b)\p{Ll}+`
/** Somebody of somebody's who is named: "their friend Priya: her cabin class", "my lawyer, Mr Okafor: his allowance". */
const acquaintance = new RegExp(String.raw`\b${whose}\s+(?:${noun}[\s-]+){0,2}?(${noun}),?\s+(?:\p{Lu}\p{L}*\.?\s+)?(\p{Lu}\p{Ll}+)\b`, 'gu')
/** Kin and company, wherever they stand: "the user's flatmate has another cabin class", "my uncle told me". */
const person = new RegExp(String.raw`\b(${personNoun})\b|(${personHan.source})`, 'giu')
/** Speaks of the user himself. */
const ofTheUser = /\b(?:my|mine|i|me|user|customer|client|caller)\b|[我您]|用户|客户|顾客/i

/**
 * @param clause whose owners by case and preposition count, and people in it
 * @param sentence that it is part of: where the clause does not speak of the user, the people of the sentence count too
 * @returns keys of each owner, any of which names him, the user left out: "their friend Priya" is named by either word
 */
export function ownersOf(clause: string, sentence: string): string[][] {
  const about = ofTheUser.test(clause) ? clause : sentence
  const single = [...clause.matchAll(possessive), ...clause.matchAll(related), ...about.matchAll(person)].map((match) => [match[1] ?? match[2] ?? match[3] ?? ''])
  const named = [...sentence.matchAll(acquaintance)].map(([, noun = '', name = '']) => [noun, name])
  const found = [...single, ...named].map((words) => words.map((word) => `w:${stem(word.toLowerCase())}`))
  return found.filter((keys, at) => !keys.includes('w:user') && found.findIndex((other) => other.join() === keys.join()) === at)
}
