/** The reference embedder: letters hashed into directions. It is no language model, and knows no meaning. */
import { createHash } from 'node:crypto'

/** Bits of a sha256: each run of letters gives every dimension 1 or -1. */
export const referenceDimensions = 256
const lengths = [2, 3, 4]

/**
 * Place a text by its runs of 2, 3 and 4 letters, so that texts with many runs in common are near each other, as inflected and misspelt words
 * are; words of like meaning are not. The same text is always placed the same.
 *
 * @returns 256 numbers, not all 0 unless the text has no letter
 */
export function referenceEmbedding(text: string): number[] {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().normalize('NFKC').matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = [...` ${word} `]
    for (const length of lengths) {
      for (let at = 0; at + length <= letters.length; at++) {
        const run = letters.slice(at, at + length).join('')
        counts.set(run, (counts.get(run) ?? 0) + 1)
      }
    }
  }
  const sum = new Array<number>(referenceDimensions).fill(0)
  for (const [run, count] of counts) {
    const weight = Math.sqrt(count)
    const bits = createHash('sha256').update(run).digest()
    for (let bit = 0; bit < referenceDimensions; bit++) {
      const sign = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1
      sum[bit] = (sum[bit] ?? 0) + (sign === 1 ? weight : -weight)
    }
  }
  const length = Math.hypot(...sum)
  return length === 0 ? sum : sum.map((number) => Math.round(number / length * 1e6) / 1e6)
}
