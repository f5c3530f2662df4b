/** Plans of random graphs: valid, deterministic, blind to the order of rows (guarantee G6). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryDispositions } from '../../src/plan/memory-dispositions.js'
import { planRepair } from '../../src/plan/plan-repair.js'
import { planJson } from '../../src/plan/plan-json.js'
import { planViolations } from '../../src/plan/validate-plan.js'
import type { PlanInput } from '../../src/plan/types.js'
import type { NodeKind } from '../../src/vocabulary.js'
import { graph } from './graph.js'

const kinds: readonly NodeKind[] = [
  'input',
  'memory',
  'memory',
  'memory_read',
  'claim',
  'plan',
  'tool_action',
  'tool_observation',
  'final_answer',
  'final_answer',
  'memory_write',
  'memory_update',
]

function labelOf(source: NodeKind, target: NodeKind): string | null {
  if (target === 'input') return null
  if (target === 'memory') return source === 'memory' ? 'derive' : source === 'input' ? null : 'produce'
  if (target === 'tool_action') return source === 'plan' ? 'initiate' : source === 'memory' ? 'cite' : null
  if (target === 'tool_observation') return source === 'tool_action' ? 'produce' : null
  return source === 'memory' || source === 'memory_read' ? 'cite' : 'support'
}

const randomGraph = fc
  .record({
    nodes: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        session: fc.integer({ min: 1, max: 3 }),
        status: fc.constantFrom('active', 'active', 'superseded', 'quarantined'),
        isOld: fc.integer({ min: 0, max: 12 }),
      }),
      { minLength: 12, maxLength: 40, size: 'max' },
    ),
    edges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 5 })), { minLength: 20, maxLength: 120, size: 'max' }),
    faults: fc.array(fc.tuple(fc.nat(), fc.constantFrom('root', 'producer', 'missed')), { minLength: 1, maxLength: 3 }),
    supported: fc.array(fc.nat(), { maxLength: 15 }),
  })
  .map(({ nodes, edges, faults, supported }) => {
    const lines = nodes.map(({ kind, session, status, isOld }, index) =>
      kind === 'memory'
        ? `n${index} memory ${status} "value ${index % 4} of thing ${index % 3}"`
        : `n${index} ${kind} S${session}/1${isOld === 0 && kind !== 'input' ? ' invalid' : ''}`,
    )
    const producers = new Map<number, number>()
    for (const [a, b, twist] of edges) {
      const [source, target] = [a % nodes.length, b % nodes.length]
      if (source === target) continue
      const [from, to] =
        twist === 5 ? [Math.max(source, target), Math.min(source, target)] : [Math.min(source, target), Math.max(source, target)]
      const [fromKind, toKind] = [nodes[from]!.kind, nodes[to]!.kind]
      if (twist > 1 && twist !== 3 && fromKind === 'memory' && toKind === 'memory') lines.push(`n${from} -supersede-> n${to}`)
      else if (twist === 3 && fromKind === 'memory' && toKind === 'memory_update') lines.push(`n${from} -update-> n${to}`)
      else {
        const label = labelOf(fromKind, toKind)
        if (label === null || (label === 'produce' && producers.has(to))) continue
        if (label === 'produce') producers.set(to, from)
        lines.push(`n${from} -${label}-> n${to}${twist === 5 ? ' late' : ''}`)
      }
    }
    const memories = nodes.flatMap(({ kind }, index) => (kind === 'memory' ? [index] : []))
    const seen = new Set<number>()
    for (const [at, how] of faults) {
      const memory = memories[at % Math.max(memories.length, 1)]
      if (memory === undefined || seen.has(memory)) continue
      seen.add(memory)
      const updater = lines.map((line) => new RegExp(`^n${memory} -update-> (\\S+)`).exec(line)?.[1]).find(Boolean)
      const producer = producers.get(memory)
      const made = producer !== undefined && how !== 'root' ? ` by n${producer}` : ''
      lines.push(`fault n${memory}${how === 'missed' && updater ? ` missed by ${updater}` : made}`)
    }
    if (supported.length > 0) lines.push(`supported ${supported.map((at) => `n${at % nodes.length}`).join(' ')}`)
    return { text: lines.join('\n'), hasFault: seen.size > 0 }
  })

const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((item, index) => ({ item, at: (index * 7919 + seed * 104_729) % 1009 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

test('plans of random graphs are valid, the same again, and blind to the order of rows', () => {
  const seen = { graphs: 0, replayed: 0, quarantined: 0, reopened: 0, late: 0, supported: 0, stale: 0 }
  fc.assert(
    fc.property(
      randomGraph,
      fc.constantFrom<PlanInput['policy']['name']>('facts', 'paper'),
      fc.boolean(),
      fc.boolean(),
      fc.nat(1000),
      ({ text, hasFault }, name, planner, selectiveReplay, seed) => {
        if (!hasFault) return
        const made = graph(text)
        const policy = { name, supportCheck: true, planner, selectiveReplay }
        const input: PlanInput = { ...made.input, policy }
        const plan = planRepair(input)
        expect(planViolations(plan, input).join('; ')).toBe('')
        const again = planRepair({
          ...input,
          nodes: shuffled(input.nodes, seed),
          edges: shuffled(input.edges, seed),
          verdicts: shuffled(input.verdicts, seed),
          seeds: shuffled(input.seeds, seed),
        })
        expect(JSON.stringify(again)).toBe(JSON.stringify(plan))
        const memories = memoryDispositions(input)
        for (const disposition of ['delete', 'quarantine', 'reopen'] as const) {
          expect(memories[disposition]).toEqual(plan.rows.filter((row) => row.disposition === disposition).map(({ id }) => id))
        }
        seen.graphs++
        seen.replayed += plan.rows.filter(({ disposition }) => disposition === 'replay').length
        seen.quarantined += memories.quarantine.length
        seen.reopened += memories.reopen.length
        seen.late += text.includes(' late') ? 1 : 0
        seen.supported += plan.rows.filter(({ isSupported }) => isSupported).length
        seen.stale += plan.rows.filter(({ isStaleAnswer }) => isStaleAnswer).length
      },
    ),
    { numRuns: 600 },
  )
  console.info('random plans:', JSON.stringify(seen))
  expect(seen.graphs).toBeGreaterThan(400)
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(4)
})

test('another reason for the same thing gives another hash; the same rows give the same', () => {
  const text = 'm1 memory "x"\ns1 claim S1/1\nm1 -cite-> s1\nfault m1'
  const ids = (made: ReturnType<typeof graph>) => new Map([...made.ids].map(([name, id]) => [id, name]))
  const [a, b, c] = [graph(text), graph(text), graph(`${text}\nsupported s1`)]
  expect(planJson(planRepair(a.input), ids(a)).hash).toBe(planJson(planRepair(b.input), ids(b)).hash)
  expect(planJson(planRepair(a.input), ids(a)).hash).not.toBe(planJson(planRepair(c.input), ids(c)).hash)
  expect(planJson(planRepair(a.input), ids(a)).hash).toMatch(/^[0-9a-f]{64}$/)
})
