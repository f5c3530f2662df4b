/** Errors that the reference model makes on purpose, so that repairs can be compared under a model that is not always right. */
import type { Stage } from '../contracts.js'
import { idMembers } from '../contracts.js'
import { requestHash } from '../request-hash.js'
import type { RequestDocument } from './request-document.js'
import { tokenize, type Token } from './tokens.js'

type Json = { [key: string]: unknown }

/**
 * The reply as text, sometimes with one error. Whether and which is decided by the hash of the request, so that the same request
 * always goes wrong in the same way, and a request that is sent again with what was wrong is another one.
 *
 * @param reply is not changed
 * @param request all of it
 * @param noise share of the requests that go wrong, 0 to 1
 */
export function withNoise(reply: unknown, stage: Stage, document: RequestDocument, request: unknown, noise: number): string {
  const text = JSON.stringify(reply)
  if (noise <= 0) return text
  const draw = drawsOf(requestHash(request))
  if (draw(0) >= noise) return text
  const changed = slips.flatMap((slip) => {
    const copy = JSON.parse(text) as Json
    return slip(copy, stage, document, draw) ? [JSON.stringify(copy)] : []
  })
  return [...changed, text.slice(0, Math.max(1, Math.floor(text.length * 0.6)))][Math.floor(draw(1) * (changed.length + 1))] ?? text
}

/** Numbers from 0 to below 1, by index. */
function drawsOf(hash: string): (index: number) => number {
  return (index) => Number.parseInt(hash.slice(index * 8, index * 8 + 8), 16) / 0x1_0000_0000
}

/** Each changes the reply and says whether it could. */
const slips: readonly ((reply: Json, stage: Stage, document: RequestDocument, draw: (index: number) => number) => boolean)[] = [
  function omitsFact(reply, stage, _document, draw) {
    if (stage === 'mutation') return false
    const list = stage === 'claim' ? reply['claims'] : stage === 'plan' ? reply['tool_calls'] : stage === 'judge' ? reply['replay_ids'] : undefined
    if (Array.isArray(list) && list.length > 1) {
      list.splice(Math.floor(draw(2) * list.length), 1)
      return true
    }
    const said = stage === 'claim' && Array.isArray(list) ? (list[0] as Json | undefined) : reply
    return said !== undefined && shorten(said, draw(2))
  },
  function keepsHint(reply, _stage, { hint, inputs, evidence }, draw) {
    if (!hint) return false
    const offered = new Set([...inputs, ...evidence].flatMap(({ content }) => tokenize(content).map(({ stem }) => stem)))
    const old = [hint.content, ...hint.memories ?? []].flatMap((text) => valuesOf(text)).filter(({ stem }) => !offered.has(stem))
    const kept = old[Math.floor(draw(2) * old.length)]
    const said = textsOf(reply).find((one) => valuesOf(String(one['content'])).some(({ kind }) => kind === kept?.kind))
    if (!kept || !said) return false
    const content = String(said['content'])
    const value = valuesOf(content).find(({ kind }) => kind === kept.kind)
    if (!value) return false
    said['content'] = content.slice(0, value.start) + kept.text + content.slice(value.end)
    return true
  },
  function citesWrong(reply, stage, { inputs, evidence, execution }, draw) {
    const offered = stage === 'judge' ? (execution?.steps ?? []).filter(({ type }) => type !== 'tool_observation').map(({ id }) => id) : [...inputs, ...evidence].map(({ id }) => id)
    const list = idListsOf(reply).find((ids) => ids.length > 0 && offered.includes(String(ids[0])))
    const others = offered.filter((id) => !list?.includes(id))
    if (!list || others.length === 0) return false
    list[Math.floor(draw(3) * list.length)] = others[Math.floor(draw(2) * others.length)]
    return true
  },
  function forgetsFact(reply, stage, _document, draw) {
    if (stage !== 'mutation' || !Array.isArray(reply['mutations'])) return false
    const memory = (reply['mutations'] as { memories: Json[] }[]).flatMap(({ memories }) => memories)[0]
    return memory !== undefined && shorten(memory, draw(2))
  },
]

/** Take a sentence out of a text that has several, else its last value. */
function shorten(said: Json, draw: number): boolean {
  const content = typeof said['content'] === 'string' ? said['content'] : ''
  const sentences = content.split(/(?<=[.!?])\s+|(?<=[。！？])/u)
  if (sentences.length > 1) {
    sentences.splice(Math.floor(draw * sentences.length), 1)
    said['content'] = sentences.join(' ')
    return true
  }
  const value = valuesOf(content).at(-1)
  if (!value) return false
  said['content'] = (content.slice(0, value.start) + content.slice(value.end)).replaceAll(/\s{2,}/g, ' ').trim()
  return true
}

const valuesOf = (text: string): Token[] => tokenize(text).filter(({ kind }) => kind !== 'word')

/** Everything in a reply that has a text. */
function textsOf(value: unknown): Json[] {
  if (value === null || typeof value !== 'object') return []
  const own = !Array.isArray(value) && typeof (value as Json)['content'] === 'string' ? [value as Json] : []
  return [...own, ...Object.values(value).flatMap(textsOf)]
}

/** Every list of ids in a reply. */
function idListsOf(value: unknown): unknown[][] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => (idMembers.has(key) && Array.isArray(inner) ? [inner] : idListsOf(inner)))
}
