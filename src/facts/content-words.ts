import { readText } from './read.js'

const textual = new Set(['word', 'name', 'status', 'colour', 'boolean'])

/**
 * The content words of a text, stemmed: what is left without function words, values and identifiers.
 *
 * @returns in order of appearance, each once
 */
export function contentWords(text: string): string[] {
  const words = readText(text)
    .flatMap((clause) => clause.own)
    .filter((token) => textual.has(token.kind))
  return [...new Set(words.map(({ key }) => key.slice(2)))]
}
