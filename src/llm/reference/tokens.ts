/** Text as tokens: words with stems, and the values that facts are made of. */
import { dateKey } from './date-key.js'
import { askingWords, functionWords, negations, personWords } from './function-words.js'
import { stem } from './stem.js'

/** What a token is. `id` mixes letters with digits; `name` is capitalised inside a sentence. */
export type TokenKind = 'word' | 'name' | 'id' | 'number' | 'money' | 'date' | 'time' | 'address'

/** A token with its place in the text. */
export interface Token {
  text: string
  lower: string
  stem: string
  kind: TokenKind
  start: number
  end: number
  /** Carries a topic or a value: no function word. */
  isContent: boolean
}

const months = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

/** Scripts that put no space between words. */
const unspacedScripts = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`

const lexer = new RegExp([
  String.raw`(?<address>(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,64}(?:\.[\p{L}\p{N}-]{1,64}){1,8}|https?:\/\/[^\s"<>]{1,2000}[^\s"<>.,;:!?)])`,
  String.raw`(?<date>\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\b(?:${months})\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:${months})\b(?:,? \d{4})?|\d{1,4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月\d{1,2}[日号])`,
  String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m\b)?)`,
  String.raw`(?<money>[$€£¥]\s?\d[\d,]*(?:\.\d+)?)`,
  String.raw`(?<id>#?(?=[A-Za-z0-9_-]{0,80}\d)(?=[A-Za-z0-9_-]{0,80}[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*)`,
  String.raw`(?<number>\d[\d,]*(?:\.\d+)?%?)`,
  String.raw`(?<word>${unspacedScripts}{1,200}|(?:(?!${unspacedScripts})\p{L})+(?:[-'’_](?:(?!${unspacedScripts})\p{L})+)*|=)`,
].join('|'), 'giu')

/** Finds text that has to be cut into words. */
export const unspaced = new RegExp(unspacedScripts, 'u')
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Characters around a token that decide whether it opens a sentence; more would make long texts slow. */
const nearby = 4
const remembered = new Map<string, readonly Token[]>()
/** Tokens in all; then it starts anew. */
const mostRemembered = 300_000
let rememberedTokens = 0

/** Cut a text into tokens, in order. Scripts without spaces are cut by `Intl.Segmenter`. */
export function tokenize(text: string): readonly Token[] {
  const known = remembered.get(text)
  if (known) return known
  const tokens = cut(text)
  rememberedTokens += tokens.length + 1
  if (rememberedTokens > mostRemembered) {
    remembered.clear()
    rememberedTokens = tokens.length + 1
  }
  remembered.set(text, tokens)
  return tokens
}

function cut(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(lexer)) {
    const [kind, found] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) as [TokenKind, string]
    if (kind === 'word' && unspaced.test(found)) {
      for (const { segment, index, isWordLike } of segmenter.segment(found)) {
        if (isWordLike) tokens.push(token(text, segment, match.index + index, 'word'))
      }
    } else {
      tokens.push(token(text, found, match.index, kind))
    }
  }
  return tokens
}

function token(text: string, found: string, start: number, lexed: TokenKind): Token {
  const lower = found.toLowerCase().replaceAll('’', "'")
  const isFunction = lexed === 'word' && (functionWords.has(lower) || negations.has(lower)) && !isInitial(found, text, start)
  const opensSentence = /(?:^|[.!?:;\n"“(]\s*)$/.test(text.slice(Math.max(0, start - nearby), start))
  const isName = lexed === 'word' && !isFunction && !opensSentence && /^\p{Lu}/u.test(found)
  return {
    text: found,
    lower,
    stem: personWords.has(lower) ? 'user' : lexed === 'word' ? stem(lower) : valueKey(lower, lexed),
    kind: isName ? 'name' : lexed,
    start,
    end: start + found.length,
    isContent: personWords.has(lower) || !(isFunction || askingWords.has(lower)),
  }
}

/** A lone capital letter that is no pronoun or article opening a sentence: "type A" names something. */
function isInitial(found: string, text: string, start: number): boolean {
  return found === 'A' && /[\p{L}\p{N}]\s$/u.test(text.slice(Math.max(0, start - nearby), start)) && !/^\s+\p{Ll}/u.test(text.slice(start + 1, start + nearby))
}

/** One form for all spellings of a value: "$1,200.00" and "1200" are one number. */
function valueKey(lower: string, kind: TokenKind): string {
  if (kind === 'date') return dateKey(lower)
  if (kind !== 'money' && kind !== 'number') return lower
  const bare = lower.replace(/[$€£¥,\s]/g, '')
  const amount = Number(bare.replace('%', ''))
  return Number.isNaN(amount) ? bare : `${amount}${bare.endsWith('%') ? '%' : ''}`
}
