/** How alike two texts are, for telling which new claim or memory stands for which old one. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function words(text: string): Set<string> {
  return new Set([...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment))
}

/** Shared words over all words, 0 to 1. */
export function similarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
