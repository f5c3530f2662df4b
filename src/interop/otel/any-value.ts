/** Values of attributes in OTLP's JSON. */
import { isObject } from './span.js'

/** Levels of a value; deeper ones are cut off. */
const maxDepth = 64

/**
 * The plain value of an attribute.
 *
 * @param value `{stringValue}`, `{intValue}`, `{arrayValue}` and so on; anything else gives null
 */
export function plainValue(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > maxDepth) return null
  if ('stringValue' in value) return value['stringValue']
  if ('boolValue' in value) return value['boolValue']
  if ('intValue' in value) return numberOf(value['intValue'])
  if ('doubleValue' in value) return numberOf(value['doubleValue'])
  if ('bytesValue' in value) return value['bytesValue']
  if ('arrayValue' in value) return listOf(value['arrayValue'], 'values').map((entry) => plainValue(entry, depth + 1))
  if ('kvlistValue' in value) return plainAttributes(listOf(value['kvlistValue'], 'values'), depth + 1)
  return null
}

/** Attributes as an object; of a key that comes twice the last value counts. */
export function plainAttributes(pairs: unknown, depth = 0): Record<string, unknown> {
  const entries = (Array.isArray(pairs) ? pairs : []).flatMap((pair: unknown) =>
    (isObject(pair) && typeof pair['key'] === 'string' ? [[pair['key'], plainValue(pair['value'], depth)] as const] : []))
  return Object.fromEntries(entries)
}

/** Roots of the names that are looked for. */
const roots = /^(?:gen_ai|llm|emend|traceloop|user|enduser|session|service|error|event)\./
/** Of a resource, at most: each of its spans has them all. */
const maxOfResource = 100

/** Attributes of a resource that may say something of its spans, the first 100. */
export function resourceAttributes(pairs: unknown): Record<string, unknown> {
  const known = (Array.isArray(pairs) ? pairs : []).filter((pair: unknown) => isObject(pair) && typeof pair['key'] === 'string' && roots.test(pair['key']))
  return plainAttributes(known.slice(0, maxOfResource))
}

/** 64-bit numbers come as text. */
function numberOf(value: unknown): number | string | null {
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? String(value) : number
}

const listOf = (value: unknown, key: string): unknown[] => (isObject(value) && Array.isArray(value[key]) ? value[key] : [])
