/** Values in the spellings of people: amounts and days in several formats. */
import type { Language } from '../phrases/phrase-set.js'
import type { Random } from '../random.js'
import type { Attribute } from '../worlds/book.js'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** Different values of an attribute, all in one spelling, so that only the value tells them apart. */
export function spelledValues(attribute: Attribute, random: Random, language: Language, count: number): string[] {
  if (attribute.kind === 'money') return distinct(count, () => random.int(3, 240) * 10, spellAmount(random))
  if (attribute.kind === 'date') return distinct(count, () => Date.UTC(2026, random.int(0, 11), random.int(1, 28)), spellDay(random, language))
  return random.sample((language === 'zh' ? attribute.zhValues : attribute.values) ?? [], count)
}

function distinct(count: number, draw: () => number, spell: (value: number) => string): string[] {
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(draw())
  return [...drawn].map(spell)
}

function spellAmount(random: Random): (amount: number) => string {
  return random.pick<(amount: number) => string>([
    (amount) => `$${amount.toLocaleString('en-US')}`,
    (amount) => `$${amount.toLocaleString('en-US')}.00`,
    (amount) => `${amount} USD`,
    (amount) => `$${amount}`,
  ])
}

function spellDay(random: Random, language: Language): (time: number) => string {
  const parts = (time: number): [number, number, number] => {
    const day = new Date(time)
    return [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  }
  const spellings: ((time: number) => string)[] = [
    (time) => new Date(time).toISOString().slice(0, 10),
    (time) => { const [year, month, day] = parts(time); return `${day} ${months[month]} ${year}` },
    (time) => { const [year, month, day] = parts(time); return `${months[month]} ${day}, ${year}` },
  ]
  if (language === 'zh') return (time) => { const [year, month, day] = parts(time); return `${year}年${month + 1}月${day}日` }
  return random.pick(spellings)
}
