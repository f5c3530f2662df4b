import { oneOf } from './one-of.js'

const statuses = oneOf(
  'active inactive shipped delivered pending cancelled canceled refunded returned confirmed open closed resolved approved',
  'rejected denied paid failed available unavailable expired completed processing',
)
const patterns: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b(?=\w*\d)(?=\w*[A-Za-z])\w+\b/g,
  /\d+(?:\.\d+)?/g,
  new RegExp(String.raw`\b(?:${statuses})\b`, 'gi'),
]

/**
 * The fact-specific terms of the paper's rule for quarantine (section 3.5): numbers, identifiers, dates and statuses, by pattern.
 * They miss colours and airlines, as the paper's own examples show; arm `paper` only.
 *
 * @returns lower case, each once
 */
export function paperFacts(text: string): string[] {
  return [...new Set(patterns.flatMap((pattern) => text.match(pattern) ?? []).map((found) => found.toLowerCase()))]
}
