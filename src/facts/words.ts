import { colours } from './colours.js'
import { negationWords } from './polarity.js'
import { statuses } from './statuses.js'
import { stem } from './stem.js'
import { isLight, mayBeName } from './stop-words.js'
import type { Placed } from './scanner.js'
import type { FactKind } from './types.js'

const han = /[\u3400-\u9fff]/
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

function kindOf(word: string, lower: string, isFirst: boolean): FactKind {
  if (colours.has(lower)) return 'colour'
  if (statuses.has(lower)) return 'status'
  if (lower === 'true' || lower === 'false') return 'boolean'
  if (/^\p{Lu}/u.test(word) && (!isFirst || /^\p{Lu}{2,}$/u.test(word) || word.length === 1)) return 'name'
  return 'word'
}

/**
 * Whether a lone letter names something ("model B", "gate A"): a capital that is neither the pronoun nor the article that opens a
 * sentence.
 */
function isLetterName(letter: string, text: string, at: number): boolean {
  if (letter !== 'A') return /^[B-HJ-Z]$/.test(letter)
  const before = text.slice(Math.max(0, at - 3), at)
  return text.trim() === 'A' || /(?:[\p{L}\p{N}]\s+|[\u3400-\u9fff(])$/u.test(before) || (/:\s*$/.test(before) && !/^\s+\p{Ll}/u.test(text.slice(at + 1, at + 4)))
}

function put(text: string, word: string, at: number, isFirst: boolean, found: Placed[]): void {
  const lower = word.toLowerCase()
  if (negationWords.has(lower)) return
  const base = lower.replace(/'(?:s|re|ve|ll|d|m)$/, '').replace(/'$/, '')
  const isLetter = base.length === 1 && /[a-z']/.test(base)
  const kind = kindOf(word, base, isFirst)
  if (base === '' || (isLetter ? !isLetterName(word, text, at) : isLight(base) && !(kind === 'name' && mayBeName(base)))) return
  const key = `w:${stem(base)}`
  found.push({ token: { kind, text: word, key, covers: [key] }, at })
}

/** Negations are taken out before words are cut: 不过敏 is not 不过 and 敏. */
function putHan(text: string, run: string, at: number, found: Placed[]): void {
  const positive = run.replace(/不同|不仅|不但|不管|不久|没有|不|没|未/gu, (found) =>
    /^(?:不.|)$/u.test(found) ? found : ' '.repeat(found.length),
  )
  for (const { segment, index } of segmenter.segment(positive)) {
    const word = segment.trim()
    if (word !== '' && !isLight(word)) put(text, word, at + index, true, found)
  }
}

/**
 * Read the content words of a clause whose values are blanked out. Names are capitalised words that do not begin the
 * clause; names, statuses, colours and words are all compared by their stem, so a word at the beginning loses nothing.
 */
export function readWords(text: string, found: Placed[]): void {
  const words = /[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*'?/gu
  let isFirst = true
  for (let match = words.exec(text); match; match = words.exec(text)) {
    const word = match[0]
    if (han.test(word)) putHan(text, word, match.index, found)
    else if (word.includes('-') && stem(word.toLowerCase()) === word.toLowerCase()) {
      let at = match.index
      for (const part of word.split('-')) {
        put(text, part, at, isFirst, found)
        at += part.length + 1
      }
    } else put(text, word, match.index, isFirst, found)
    isFirst = false
  }
}
