/** Clauses as sentences. */
import { wholeText, type Clause } from './clause.js'

/** One sentence for each clause, in order, each text once; a clause that leans on another brings it along. */
export function render(clauses: readonly Clause[]): string {
  const texts: string[] = []
  for (const text of clauses.map(wholeText)) {
    const covered = texts.findIndex((other) => other.startsWith(text) || text.startsWith(other))
    if (covered < 0) texts.push(text)
    else if (text.length > (texts[covered]?.length ?? 0)) texts[covered] = text
  }
  return texts.map(sentence).join(' ')
}

/** A text with a capital letter and an end. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const first = /^[a-z]\p{Ll}*(?=[\s,;:']|$)/u.test(trimmed) ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1) : trimmed
  if (/[.!?。！？]$/.test(first)) return first
  return first + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(first) ? '。' : '.')
}

/** Ids that the clauses come from, in order, each once. */
export function evidenceIds(clauses: readonly Clause[]): string[] {
  return [...new Set(clauses.flatMap((clause) => (clause.leansOn ? [clause.leansOn.evidenceId, clause.evidenceId] : [clause.evidenceId])))]
}
