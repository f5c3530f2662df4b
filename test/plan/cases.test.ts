/** The shared cases: their expectations, from verdicts reasoned by hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planJson } from '../../src/plan/plan-json.js'
import { graph } from './graph.js'
import { planRepair } from '../../src/plan/plan-repair.js'

const folder = new URL('../../../shared/cases/', import.meta.url)

interface Item {
  kind: string
  id: string
  session?: string
  turn?: number
  content: string
  type?: string
  status?: string
  used_ids?: string[]
  generated_memory_ids?: string[]
  consumed_memory_ids?: string[]
  derived_from?: string[]
  supersedes?: string[]
}
interface CaseFile {
  id: string
  items: Item[]
  faults: { memory_id: string }[]
  failed_answer?: string
  expect: Record<string, unknown>
}

/** By hand: which affected nodes stand, and where the walk starts. */
const judged: Record<string, { supported: string; faults: string }> = {
  'bad-superseder': { supported: '', faults: 'fault m2 by s2' },
  'second-witness': { supported: 's5 s6 s8', faults: 'fault m1' },
  'summary-drift': { supported: 's7', faults: 'fault m2 by s7' },
}

function lines(file: CaseFile): string {
  const kinds = new Map(file.items.map((item) => [item.id, item.kind === 'step' ? (item.type ?? '') : item.kind]))
  const out: string[] = []
  for (const item of file.items) {
    const place = item.session ? `S${item.session.slice(1)}/${item.turn}` : ''
    out.push(`${item.id} ${kinds.get(item.id)} ${place} ${item.status ?? ''}`.trimEnd() + ` "${item.content.replaceAll('"', "'")}"`)
    for (const used of item.used_ids ?? []) {
      const kind = kinds.get(used) ?? ''
      const label = kind.startsWith('memory')
        ? 'cite'
        : item.type === 'tool_action'
          ? 'initiate'
          : item.type === 'tool_observation'
            ? 'produce'
            : 'support'
      out.push(`${used} -${label}-> ${item.id}`)
    }
    for (const made of item.generated_memory_ids ?? []) out.push(`${item.id} -produce-> ${made}`)
    for (const old of item.consumed_memory_ids ?? []) out.push(`${old} -${item.type?.slice(7)}-> ${item.id}`)
    for (const parent of item.derived_from ?? []) out.push(`${parent} -derive-> ${item.id}`)
    for (const old of item.supersedes ?? []) out.push(`${old} -supersede-> ${item.id}`)
  }
  return out.join('\n')
}

const names: Record<string, string> = {
  affected: 'affected',
  supported: 'supported',
  delete: 'delete_memory_ids',
  quarantine: 'quarantine_memory_ids',
  reopen: 'reopen_memory_ids',
  invalid: 'invalid_step_ids',
  replay: 'replay_step_ids',
  preserve: 'preserve_step_ids',
  suspicious: 'suspicious_step_ids',
  redundant: 'redundant_step_ids',
  stale_answers: 'stale_answer_ids',
}
const hasCases = existsSync(folder)
if (!hasCases) console.warn('SKIPPED: ../shared/cases is not here; the shared cases were not planned')
test.runIf(hasCases)('the shared cases are here', () => {
  expect(readdirSync(folder).length).toBeGreaterThan(0)
})

for (const name of hasCases ? readdirSync(folder) : []) {
  const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as CaseFile
  test.runIf(judged[file.id])(`the plan of ${file.id} is what the case expects`, () => {
    const { supported, faults } = judged[file.id]!
    const text = [lines(file), faults, supported && `supported ${supported}`, `answer ${file.failed_answer}`].filter(Boolean).join('\n')
    const made = graph(text)
    const plan = planJson(planRepair(made.input), new Map([...made.ids].map(([external, id]) => [id, external])))
    let checked = 0
    for (const [key, wanted] of Object.entries(file.expect)) {
      const list = new Map(Object.entries(plan)).get(names[key] ?? '')
      if (!list) continue
      checked++
      if (Array.isArray(wanted)) expect(list, key).toEqual(wanted)
      else {
        const { has = [], lacks = [] } = wanted as { has?: string[]; lacks?: string[] }
        expect(list, key).toEqual(expect.arrayContaining(has))
        for (const id of lacks) expect(list, key).not.toContain(id)
      }
    }
    expect(checked).toBeGreaterThan(3)
    const isRegenerated = plan.replay_step_ids.includes(file.failed_answer ?? '')
    expect(isRegenerated).toBe(file.expect.answer_regenerated ?? true)
  })
}
