/** Word forms of one word, made equal. Crude and symmetrical: both sides of a comparison go through it. */

const latin = /^[a-zà-ÿ'’-]+$/

/** The stem of a lower-case word; words of other scripts, and anything with a digit, stay as they are. */
export function stem(word: string): string {
  let stemmed = word.replace(/['’]s?$/, '')
  if (!latin.test(stemmed) || stemmed.length < 4) return stemmed
  stemmed = stemmed.replace(/sses$/, 'ss').replace(/ies$/, 'y').replace(/([^su])s$/, '$1')
  const cut = stemmed.replace(/(?:ments?|ations?|itions?|ences?|ances?|ables?|ibles?|ings?|ed|ally|ly|al)$/, '')
  if (cut.length >= 3) stemmed = cut
  if (stemmed.length >= 7) stemmed = stemmed.replace(/e?r$/, '')
  stemmed = stemmed.replace(/([bcdfghjklmnpqrtvwxz])\1$/, '$1')
  const bare = stemmed.replace(/(?:ic|[eyi])$/, '')
  return bare.length >= 3 ? bare : stemmed
}
