/** What somebody does with a sentence. */
import { isQuestion, isRequest } from '../is-request.js'
import { peel } from './peel.js'
import { readChangeHan } from './read-change-han.js'
import { readChange } from './read-change.js'
import { readEnding } from './read-forget.js'
import { readMerge } from './read-merge.js'
import { readAdditionHan, readRememberHan } from './read-remember-han.js'
import { readRemember } from './read-remember.js'

/** A sentence as a deed. */
export type SpeechAct =
  /** Something is said to hold. `ends` is what it says is over, else null. */
  | { kind: 'state'; text: string; ends: string | null }
  /** Something is asked for, or ordered that is no work on memories; also greetings and assent. */
  | { kind: 'ask'; text: string }
  /** What is to be forgotten. */
  | { kind: 'forget'; text: string }
  /** What is to be made one. */
  | { kind: 'merge'; text: string }

/** A question mark after a command: "please note that ..., okay?" */
const tag = /(?:[,\s]+(?:please|ok(?:ay)?|will you|would you|could you|can you|won['’]t you|thanks|all ?right|deal))\s*\?+$|(?:好吗|可以吗|行吗|好不好|行不行|可以么|吧)[？?]*$/iu

/** Ends in "is?", or opens with "may I ask": whatever verb stands in between. */
const asksHan = /[是叫为][？?]$|^(?:请|麻烦|想|打扰)?问(?:一?下|你|您|个)|什么[？?]?$|来着[？?]?$|告诉(?:一下)?我|提醒(?:一下)?我|问[你您]|发我|[给跟和]我(?:说|列|看|报|讲|念)|(?:说说|列一下|列出来)/u

/**
 * Read one clause of a user. Commands are found whatever courtesies stand around them, and before questions: "could you note
 * that ...?" states something.
 *
 * @param clause as `sentences` cuts it
 */
export function readAct({ text, asks }: { text: string; asks: boolean }): SpeechAct {
  const layers = peel(text)
  const isQuestioned = asks || (isQuestion(text) && !tag.test(text))
  const open = layers.filter(({ isAsked }) => isAsked || !isQuestioned || tag.test(text)).map((layer) => layer.text)
  const first = (read: (core: string) => string | null): string | null => {
    for (const core of open) {
      const found = read(core)
      if (found !== null) return found
    }
    return null
  }
  if (asksHan.test(text)) return { kind: 'ask', text }
  const merged = first(readMerge)
  if (merged !== null) return { kind: 'merge', text: merged }
  const changed = first(readAdditionHan) ?? first(readChange) ?? first(readChangeHan)
  if (changed !== null) return { kind: 'state', text: changed, ends: null }
  const forgotten = first((core) => { const ending = readEnding(core); return ending && !ending.isReport ? ending.object : null })
  if (forgotten !== null) return { kind: 'forget', text: forgotten }
  const kept = first(readRemember) ?? first(readRememberHan)
  if (kept !== null) return { kind: 'state', text: kept, ends: readEnding(kept)?.object ?? null }
  const plain = layers.filter(({ isAsked }) => !isAsked)
  if (asks || plain.some((layer) => isRequest(layer.text))) return { kind: 'ask', text }
  return { kind: 'state', text: plain.at(-1)?.text ?? text, ends: first((core) => readEnding(core)?.object ?? null) }
}
