import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = ['src/llm', 'src/agent'].filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => join(folder, name)))
  .filter((name) => !name.endsWith('prompts/domains.ts')) // says which trades there are, and nothing else
const sources = files.map((name) => ({ name, text: readFileSync(name, 'utf8') }))

test('no word of a trade stands in the model, its prompts or the agent', () => {
  const trades = /\b(?:ship(?:ped|ping|ment)|delivered|refund\w*|flights?|hotels?|airlines?|airports?|reservations?|bookings?|passengers?|baggage|cabin|allerg\w*|nuts?|pretzels?|snacks?|routers?|firmware|lounge|gold|products?|purchas\w+|shopping|customers?|shoes?|button|knowledge base|ticket|e-mail|Porto|Lisbon|Rust)\b/i
  for (const { name, text } of sources) {
    const found = text.split('\n').filter((line) => trades.test(line) && !/Domain =|^\s*general: |domain/i.test(line))
    expect(found, name).toEqual([])
  }
})

test('no identifier, name or tool of a case stands there', () => {
  const folders = ['test/cases', '../shared/cases'].filter((folder) => existsSync(folder))
  const texts = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => readFileSync(join(folder, name), 'utf8')))
  const literals = new Set(texts.flatMap((text) => [
    ...text.matchAll(/\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{4,}\b/g),
    ...text.matchAll(/(?<="name": ")[a-z]+_[a-z_]+(?=")/g),
    ...text.matchAll(/(?<=[a-z] )[A-Z][a-z]{3,}\b/g),
  ].map(([found]) => found)))
  const common = new Set(['Using', 'Look', 'Store', 'Remember', 'Merge', 'Update', 'Friday', 'English'])
  for (const { name, text } of sources) {
    const found = [...literals].filter((one) => !common.has(one) && new RegExp(`\\b${one}\\b`).test(text))
    expect(found, name).toEqual([])
  }
})
