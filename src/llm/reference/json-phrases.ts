/** A JSON observation as phrases that can stand alone: what it is about, the key in words, and the value. */

/** A phrase, and the key and value that it was made of. */
export interface JsonPhrase {
  text: string
  /** Words of the key, without unit. */
  key: string
  value: unknown
  /** It only names the thing that the phrases after it are about. */
  isNaming: boolean
}

const units = new Set((
  'second seconds minute minutes hour hours day days night nights week weeks month months year years percent '
  + 'usd eur gbp jpy cny cents kg g km m cm mm miles pounds gb mb tb').split(' '))
const namingWords = new Set(['id', 'number', 'no', 'code', 'key', 'sku', 'name', 'title', 'ref', 'reference', 'uuid'])
const maxPhrases = 400

/** The value of a text that is one JSON object or array, else undefined. */
export function parseJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Read phrases out of a JSON value, in document order, at most 400 of them. */
export function jsonPhrases(value: unknown): JsonPhrase[] {
  const phrases: JsonPhrase[] = []
  walk(value, [], '', phrases)
  return phrases.slice(0, maxPhrases)
}

function walk(value: unknown, path: string[], about: string, phrases: JsonPhrase[]): void {
  if (phrases.length >= maxPhrases) return
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isScalar)) phrases.push(phrase(about, path, value.map(shown).join(', '), value))
    else for (const inner of value) walk(inner, path, about, phrases)
    return
  }
  if (isScalar(value)) {
    phrases.push(phrase(about, path, value === null ? 'none' : shown(value), value))
    return
  }
  const entries = Object.entries(value as Record<string, unknown>)
  const head = headOf(entries, path.at(-1))
  let inside = about
  let rest = path
  if (head) {
    const named = words(head.key).filter((word, at, all) => all.length === 1 || at < all.length - 1 || !namingWords.has(word))
    const noun = head.isWhole ? singular(path.at(-1) ?? '') : named.join(' ')
    inside = joined(about, path.slice(0, -1).join(' '), noun === '' || (namingWords.has(noun) && path.length > 0) ? singular(path.at(-1) ?? '') : noun, String(head.value))
    rest = []
    if (!head.isStrong) phrases.push({ ...phrase(about, [...path, ...words(head.key)], String(head.value), head.value), isNaming: entries.length > 1 })
    else phrases.push({ text: joined(about, words(head.key).join(' '), 'is', String(head.value)), key: words(head.key).join(' '), value: head.value, isNaming: true })
  }
  for (const [key, inner] of entries) {
    if (head && key === head.key) continue
    walk(inner, [...rest, ...words(key)], inside, phrases)
  }
}

interface Head {
  key: string
  value: string | number
  /** It identifies; a weak head is only the first text of the object. */
  isStrong: boolean
  isWhole: boolean
}

/** What an object is about: an identifying property, else its first text if there are other properties. */
function headOf(entries: [string, unknown][], parent: string | undefined): Head | null {
  const scalars = entries.filter((entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number')
  if (entries.length < 2) return null
  const strong = scalars.find(([key, value]) => isIdentifying(key, value, parent))
  if (strong) return { key: strong[0], value: strong[1], isStrong: true, isWhole: parent !== undefined && namingWords.has(strong[0].toLowerCase()) }
  const first = scalars.find(([, value]) => typeof value === 'string' && value.length <= 60)
  return first ? { key: first[0], value: first[1], isStrong: false, isWhole: false } : null
}

function isIdentifying(key: string, value: string | number, parent: string | undefined): boolean {
  const last = words(key).at(-1) ?? ''
  if (['id', 'number', 'no', 'code', 'key', 'sku', 'uuid', 'ref', 'reference'].includes(last)) return true
  if (parent && singular(parent) === key.toLowerCase()) return true
  return typeof value === 'string' && /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{2,40}$/.test(value)
}

function phrase(about: string, path: string[], said: string, value: unknown): JsonPhrase {
  const unit = path.at(-1) ?? ''
  if (path.length > 1 && units.has(unit) && path.at(-2) !== 'per' && typeof value === 'number') {
    const key = path.slice(0, -1).join(' ')
    return { text: joined(about, key, 'is', `${said} ${unit}`), key, value, isNaming: false }
  }
  const key = path.join(' ')
  const isMany = Array.isArray(value) || (typeof value === 'number' && value !== 1 && /[^siu]s$/.test(unit))
  return { text: joined(about, key, isMany ? 'are' : 'is', said), key, value, isNaming: false }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ').replace(/^(?:is|are) /, '')

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

/** Words of a key: snake_case, kebab-case and camelCase. Keys that are data (names, codes) keep their letters. */
function words(key: string): string[] {
  if (/^[A-Z][A-Za-z]*\d|^[A-Z0-9_-]+$|^\p{Lu}\p{Ll}+\p{Lu}$/u.test(key)) return [key]
  return key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_.-]+/).filter(Boolean).map((word) => (/^\p{Lu}\p{Ll}/u.test(key) ? word : word.toLowerCase()))
}
