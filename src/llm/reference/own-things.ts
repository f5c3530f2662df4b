/** The things that a question calls somebody's own: "my key and code" are two of the user's. */
import { isPerson } from '../../facts/people.js'
import { unspaced, type Token } from './tokens.js'

const mine = new Set(['my', 'our', '我', '我的', '我们', '我们的'])
const others = new Set(['his', 'her', 'their', 'its'])
const joins = /^(?:and|plus|or|with|&|along with|as well as|和|跟|与|及|还有|以及|另外|加上|连同)$/
/** Between nouns of a list stand commas, and words that only say that it goes on. */
const goesOn = new Set(['also', 'both', 'then', 'too', 'the', 'lastly', 'finally', 'additionally', 'and', 'plus', 'with', '都', '还', '再', '也'])
const most = 6

/**
 * Runs of stems, one for each thing, in order. A run may go on with words that are no part of the noun.
 *
 * @param tokens of the question
 * @param text that they were cut from
 */
export function ownThings(tokens: readonly Token[], text: string): string[][] {
  const things: string[][] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (!mine.has(token.lower)) continue
    let from = at + 1
    while (tokens[from] && (mine.has(tokens[from]!.lower) || tokens[from]!.text === '的' || tokens[from]!.lower === 'own')) from++
    for (let run = takeRun(tokens, text, from); run.stems.length > 0 && things.length < 8; run = takeRun(tokens, text, from)) {
      things.push(run.stems)
      const next = joinedAt(tokens, text, run.end)
      if (next === null) break
      from = next
    }
  }
  const listed = [...listAfterColon(tokens, text), ...piecesHan(tokens, text)]
  return [...things, ...listed.filter((one) => !things.some((other) => other.join() === one.join()))].filter((one) => !one.some((stem) => isPerson(stem)))
}

/** How much of a thing stands in a text. What follows its noun may be no part of it: so the best beginning of two words and more counts, or of one in a script without spaces. */
export function shareOf(thing: readonly string[], stems: ReadonlySet<string>): number {
  let held = 0
  let best = 0
  for (const [at, one] of thing.entries()) {
    held += stems.has(one) ? 1 : 0
    if (at >= 1 || thing.length === 1 || unspaced.test(one)) best = Math.max(best, held / (at + 1))
  }
  return best
}

/** Content words from a place up to a function word or a sign. */
function takeRun(tokens: readonly Token[], text: string, from: number): { stems: string[]; end: number } {
  const stems: string[] = []
  let at = from
  for (; at < tokens.length && stems.length < most; at++) {
    const token = tokens[at] as Token
    const isFirst = stems.length === 0
    const between = isFirst ? '' : text.slice(tokens[at - 1]?.end, token.start)
    const isLink = token.text === '的' && !isFirst && Boolean(tokens[at + 1]?.isContent)
    if (/[^\s'’-]/.test(between) || mine.has(token.lower) || others.has(token.lower)) break
    if (isLink) continue
    if (!token.isContent || joins.test(token.lower)) break
    stems.push(token.stem)
  }
  return { stems, end: at }
}

/** Where the next noun of a list begins, if one does that is not called somebody's. */
function joinedAt(tokens: readonly Token[], text: string, end: number): number | null {
  let at = end
  let isJoined = /[,、，]/.test(text.slice(tokens[end - 1]?.end, tokens[end]?.start))
  while (tokens[at] && (joins.test(tokens[at]!.lower) || goesOn.has(tokens[at]!.lower))) {
    isJoined ||= joins.test(tokens[at]!.lower)
    at++
  }
  const token = tokens[at]
  return isJoined && token?.isContent && !mine.has(token.lower) && !/[.;:?!。；？！]/.test(text.slice(tokens[end - 1]?.end, token.start)) ? at : null
}

/** Where words have no spaces, whatever stands between signs and joints may name a thing. */
function piecesHan(tokens: readonly Token[], text: string): string[][] {
  if (!unspaced.test(text)) return []
  const pieces = text.split(/[，,。？?！!；;：:、]|和|跟|与|及|还有|以及|另外|除了|要[填写]|一个是|分别/u).map((piece) => piece.replace(/^.*我们?的/u, '').replace(/(?:呢|也|都|是.*|一下|吧|啦)+$/u, ''))
  const short = pieces.filter((piece) => piece.length >= 2 && piece.length <= 8)
  return short.map((piece) => { const at = text.indexOf(piece); return tokens.filter(({ start, end, isContent, stem }) => isContent && stem !== 'user' && start >= at && end <= at + piece.length).map(({ stem }) => stem) }).filter((stems) => stems.length > 0)
}

/** "... three things: key, code and card": what follows a colon, where it is a list. */
function listAfterColon(tokens: readonly Token[], text: string): string[][] {
  const colon = text.search(/[:：]\s|：/)
  if (colon < 0) return []
  const end = /[.?!。？！]/.exec(text.slice(colon))?.index ?? text.length
  const items = text.slice(colon + 1, colon + end).split(/[,，、]| and | plus |和|跟|还有|以及/).map((item) => item.trim()).filter(Boolean)
  if (items.length < 2 || items.some((item) => item.split(/\s+/).length > 6)) return []
  return items.map((item) => tokens.filter(({ start, text: word, isContent, stem }) => isContent && stem !== 'user' && start >= colon && start < colon + end && item.includes(word)).map(({ stem }) => stem))
    .filter((stems) => stems.length > 0)
}
