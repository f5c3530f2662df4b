/** What texts are about, by its name. */
import { extractFacts } from './extract.js'

/** The identifiers that texts name ("P0199", "ORD00169"), normalised. */
export const thingsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => extractFacts(text)).filter(({ kind }) => kind === 'identifier').map(({ value }) => value))
