/** A bijection on words that keeps what language sees: endings, case, the shape of identifiers, the order of numbers. */
import { askingWords, copulas, functionWords, negations, unboundVerbs } from '../../../src/llm/reference/function-words.js'

/** Words of language, and those that the reference model says of its own; everything else is renamed. */
const kept = new Set([...functionWords, ...askingWords, ...copulas, ...negations, ...unboundVerbs, ...(
  'user user\'s users status state price cost costs number id code name day days hour hours cheapest lowest highest latest earliest compare arguments current date until '
  + 'call answer answers known without tool tools remember merge remembered forget correct noted wants forgotten i am'
).split(' ')])

const consonants = 'fjkpqrvw'

/** Rename all words and numbers of a text, JSON or not. Dates stay. */
export function rename(text: string): string {
  return text.replace(/\d{4}-\d{2}-\d{2}|(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]+|\d+(?:\.\d+)?|[A-Za-z]+(?:'[a-z]+)?/g, (word) => {
    if (/^\d{4}-/.test(word) || kept.has(word.toLowerCase())) return word
    if (/^\d/.test(word) && !/[A-Za-z]/.test(word)) return renumber(word)
    if (/\d/.test(word)) return word.replace(/[A-Z]/g, (letter) => String.fromCharCode(65 + (letter.charCodeAt(0) - 65 + 5) % 26)).replace(/\d/g, (digit) => String((Number(digit) + 3) % 10))
    return reword(word)
  })
}

function renumber(number: string): string {
  const decimals = number.split('.')[1]?.length ?? 0
  return (Number(number) * 3 + 7).toFixed(decimals)
}

/** Letters that no ending needs change places, and a letter goes in front. */
function reword(word: string): string {
  const lower = word.toLowerCase().split('').map((letter) => {
    const at = consonants.indexOf(letter)
    return at < 0 ? letter : consonants.charAt((at + 1) % consonants.length)
  }).join('')
  return /^[A-Z]/.test(word) ? `Z${lower}` : `z${lower}`
}
