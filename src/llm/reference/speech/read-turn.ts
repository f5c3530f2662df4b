/** Everything that a user does in one turn. */
import { remembering } from '../remembering.js'
import { sentences } from '../sentences.js'
import { passagesOf } from './passages.js'
import { readForgetting } from './read-forgetting.js'
import { readValues } from './read-values.js'
import { peel } from './peel.js'
import { readAdditionHan } from './read-remember-han.js'
import { readAddition } from './read-remember.js'
import { readAct, type SpeechAct } from './speech-act.js'

/** An act, and whether it needs the clause before it to be understood. */
export type TurnAct = SpeechAct & { leans: boolean }

const mine = String.raw`(?<noun>(?:my|our) [^,:;?!]{1,60}?)`
/** Says that something has another value, and not yet which. */
const announces: readonly RegExp[] = [
  new RegExp(String.raw`^${mine} (?:used to be|was|were) [^,:;?!]{1,60}?[.!]*$`, 'iu'),
  new RegExp(String.raw`\b(?:scrap|forget|drop|delete|discard|ignore|disregard|remove) (?<noun>my|our) (?:old|previous|former|earlier|last) (?<rest>[^,:;?!]{1,60}?)[.!]*$`, 'iu'),
  new RegExp(String.raw`${mine} (?:has|have|is|are|was|were|got|had)(?:n['’]t| not)? (?:just |now |recently |been |also |a |an |no longer |any ?more )*(?:changed|different|new|new one|wrong|outdated|out of date|incorrect|right|correct|updated|valid|moved|switched|replaced|the same)(?: [^,:;?!]{0,40})?[.!]*$`, 'iu'),
  new RegExp(String.raw`^${mine} (?:(?:is|are) no longer|(?:is|are)(?:n['’]t| not)) [^,:;?!]{1,60}?(?: any ?more| any longer)?[.!]*$`, 'iu'),
  new RegExp(String.raw`\b(?:change|update|correct|fix|adjust|amend|edit|revise|reset|switch|replace|modify)(?: on| to| for)? ${mine}(?: please| for me)?[.!?]*$`, 'iu'),
  new RegExp(String.raw`\b(?:news|correction|update|change) (?:about|on|to|for|of|regarding) ${mine}[.!?]*$`, 'iu'),
  /(?<noun>我们?的[^，,：:。？是]{1,24}?)(?:已经|刚|最近|又)*(?:变了|变化了|有变化|有变|有变动|改了|换了|不一样了|变更了|更新了|不对了?|错了|不再是.{1,30}|不是.{1,30}了)$/u,
  /(?:更新|修改|改|更改|更正|调整)(?:一下)?(?<noun>我们?的[^，,：:。？是]{1,24}?)$/u,
]
/** Gives that value. */
const follows: readonly RegExp[] = [
  /^(?:and |so |but )?(?:now )?(?:it|that|they|this)(?:['’]s|['’]re| is| are| should be| will be| becomes| became| must be| ought to be| reads| should read| has become)(?: now| actually| really)? (?<value>[^?]{1,160}?)(?: now| from now on| instead)?$/i,
  /^(?:the )?(?:new|right|correct|current|updated|actual)(?: one| value)? (?:is|=|:) ?(?:now )?(?<value>[^?]{1,160})$/i,
  /^(?:please )?(?:make it|set it to|change it to|put|use|now(?: it is| it['’]s)?:?|switch it to) (?<value>[^?]{1,160}?)(?: now| instead| please)?$/i,
  /^(?:现在|而|应该|应|如今|新的|它|改|换)*(?:是|为|成了?)(?<value>.{1,80}?)了?$/u,
]
/** Stands for what was named in the clause before. */
const pronoun = /^(?:it|that|this|them|both(?: of them)?|these|those|the two(?: of them)?|它们?|这些|这两条|两条|两者)$/iu
/** Only opens what follows after a comma. */
const adverbialHan = /^(?:从现在(?:起|开始)|从今(?:天|以后|往后)?(?:起|开始|以后)?|今后|以后|对了|另外|顺便(?:说|提)一[下句]|趁.{1,10}|免得.{1,10}|(?:请|麻烦你|帮我|麻烦)*(?:记住|记一下|记下来?|注意)(?:一下)?)$/u

/** Acts are looked for in so many characters of a turn; what is pasted behind them is content. */
const longestTurn = 4_000

/**
 * The acts of a turn in order. A value that is given in a sentence of its own ("My key has changed. It is K2 now.") goes with
 * the noun before it.
 */
export const readTurn = remembering((content: string): readonly TurnAct[] => {
  const acts: TurnAct[] = []
  const passages = passagesOf(content.slice(0, longestTurn))
  let rest: string[] = []
  let hasValues = false
  for (let at = 0; at < passages.length; at++) {
    const passage = passages[at] as string
    const values = worksOnMemories(passage) ? null : readValues(passage, passages[at + 1])
    if (values === null) {
      const forgetting = worksOnMemories(passage) ? null : readForgetting(passage, passages[at - 1])
      if (forgetting === null) {
        rest.push(passage)
        continue
      }
      if (forgetting.isBefore) rest.pop()
      readClauses(rest.join('\n'), acts)
      rest = []
      acts.push({ kind: 'forget', text: forgetting.topic, leans: false })
      continue
    }
    hasValues = true
    readClauses(rest.join('\n'), acts)
    rest = []
    acts.push(...values.statements.map((text): TurnAct => ({ kind: 'state', text, ends: null, leans: false })))
    at += values.taken - 1
  }
  readClauses(rest.join('\n'), acts)
  return hasValues || acts.some(({ kind }) => kind === 'ask' || kind === 'forget') ? acts.map((act) => (act.kind === 'state' && isOccasion(act.text) ? { kind: 'ask', text: act.text, leans: act.leans } : act)) : acts
})

/** Why somebody asks, which is over with the answer: what he is doing, needs or is asked for, and what only points back. */
const occasion = /\b(?:am|['’]m|is|['’]s|are|['’]re|was|were|been|be) (?:\p{L}+ly |just |still |already |about to |going to |currently )?(?!nothing|something|anything|everything|evening|morning|during|string|king|ring|thing|spring)\p{L}{2,}ing\b|\b(?:needs?|wants?|wanted|asks?|asked|asking|have to|has to|had to|got to|gotta|going to|about to|trying to|would like|['’]d like|hope|wonder|wish|lost|forgot|forgotten|can['’]t|cannot|couldn['’]t|no clue|no idea|not sure|unsure|confused|mixed up|my mind)\b|^(?:it|that|this|these|those|they|there['’]s|there is|just|only|no|not|sorry|thanks|ta)\b|\b(?:at the moment|right now|on the phone|in a hurry|running late)\b|正在|我在|要填|要写|需要|想|忘|记不|搞不清|怕|不用|别|就行|一下|赶/iu
const isOccasion = (text: string): boolean => !valueGiven.test(text) && (occasion.test(text) || old.test(text))
/** A thing and its value: that stays. */
const valueGiven = /^(?:my|our) [^,:;?!]{1,60} (?:is|are) |^我.{0,8}的.{1,14}是/iu
const old = /^(?:the|that|my|those) (?:old|previous|former|other|last|earlier)\b|\bno longer (?:applies|valid|holds|counts|current|right|correct)\b|^(?:i|we)(?:['’]m| am|['’]ve| have)? (?:don['’]t|do not|not|no longer|never)\b|^(?:turns out|it turns out)\b/iu

/** Merges memories, or puts one more thing on a list: it gives nothing another value. */
const worksOnMemories = (passage: string): boolean =>
  sentences(passage).some((one) => readAct(one).kind === 'merge' || peel(one.text).some(({ text }) => (readAddition(text) ?? readAdditionHan(text)) !== null))

/** What is read clause by clause, put behind the acts before it. */
function readClauses(content: string, acts: TurnAct[]): void {
  let noun: string | null = null
  for (const { text, leans, asks } of sentences(content)) {
    const value = noun === null || asks ? undefined : firstGroup(follows, text, 'value')
    if (noun !== null && value !== undefined) {
      acts.pop()
      acts.push({ ...readAct({ text: noun.startsWith('我') ? `${noun}是${value}` : `${noun} is ${value}`, asks: false }), leans: false })
      noun = null
      continue
    }
    if (adverbialHan.test(text)) continue
    const act = readAct({ text, asks })
    const meant = (act.kind === 'merge' || act.kind === 'forget') && pronoun.test(act.text) ? acts.pop() : undefined
    acts.push({ ...act, ...(meant ? { text: meant.text } : {}), leans })
    noun = announced(text)
  }
}

/** The noun whose other value is still to come. */
function announced(text: string): string | null {
  for (const rule of announces) {
    const { noun, rest } = rule.exec(text)?.groups ?? {}
    if (noun !== undefined) return rest === undefined ? noun : `${noun} ${rest}`
  }
  return null
}

function firstGroup(rules: readonly RegExp[], text: string, name: string): string | undefined {
  for (const rule of rules) {
    const found = rule.exec(text)?.groups?.[name]
    if (found !== undefined) return found
  }
  return undefined
}
