/** Random records for property tests: every choice is a number, so that fast-check can shrink them. */
import fc from 'fast-check'
import type { ModelItem } from '../model.js'

/** A record, the faults to repair, and what else happened to it before. */
export interface RandomGraph {
  items: ModelItem[]
  faults: string[]
  /** Memories with an open fault of somebody else's. */
  withheld: string[]
  /** Steps that an earlier repair made invalid. */
  invalid: string[]
  /** Memories that were taken out of the store afterwards. */
  removed: { id: string; status: 'deleted' | 'quarantined' }[]
}

type Choice = [op: number, a: number, b: number, c: number, d: number]
const nat = fc.nat({ max: 9_999 })

/** Graphs of 3 to 24 operations. */
export const randomGraph = fc.record({
  choices: fc.array(fc.tuple(nat, nat, nat, nat, nat), { minLength: 3, maxLength: 24 }),
  late: fc.array(fc.tuple(nat, nat, nat), { maxLength: 4 }),
  faults: fc.array(nat, { minLength: 1, maxLength: 3 }),
  others: fc.tuple(nat, nat, nat),
}).map(build)

const lateLabels = ['support', 'cite', 'derive', 'produce', 'supersede', 'support']
const ops = ['root', 'input', 'read', 'claim', 'plan', 'action', 'observation', 'answer', 'write', 'update', 'delete', 'consolidate',
  'claim', 'read', 'write', 'answer', 'update', 'plan', 'observation'] as const

function build(numbers: {
  choices: Choice[]; late: [number, number, number][]; faults: number[]; others: [number, number, number]
}): RandomGraph {
  const items: ModelItem[] = []
  const turns = new Map<string, number>()
  const dead = new Set<string>()
  const kind = (...kinds: string[]) => items.filter((item) => kinds.includes(item.type ?? item.kind) && !dead.has(item.id))
  const id = (prefix: string) => `${prefix}${items.length}`
  const pick = <T>(from: readonly T[], n: number): T | undefined => from.length === 0 ? undefined : from[n % from.length]
  const some = (from: ModelItem[], n: number, most: number) =>
    [...new Set(Array.from({ length: n % (most + 1) }, (_, i) => pick(from, Math.floor(n / (i * 7 + 3)))).filter((x) => x !== undefined))]
  const token = (n: number) => `e${n % 3}.a${n % 2}=v${Math.floor(n / 6) % 3}`
  const say = (from: ModelItem[], n: number) => {
    const known = from.flatMap((item) => item.content.split(' '))
    const said = known.filter((_, i) => (n >> (i % 8)) % 2 === 0)
    return [...new Set(n % 5 === 0 || said.length === 0 ? [...said, token(n)] : said)].join(' ')
  }
  const user = (session: string, n: number) => n % 9 === 8 ? 'u-other' : session === 'S2' ? 'u-2' : 'u-1'

  const open = (n: number) => {
    const session = n % 3 === 0 ? 'S2' : 'S1'
    if (!turns.has(session)) input(session, n)
    return { session, turn: turns.get(session)!, user: session === 'S2' ? 'u-2' : 'u-1' }
  }
  const input = (session: string, n: number) => {
    turns.set(session, (turns.get(session) ?? 0) + 1)
    items.push({ kind: 'input', id: id('u'), content: token(n), session, turn: turns.get(session)!, user: user(session, n) })
  }
  const step = (type: string, used: ModelItem[], n: number, more: Partial<ModelItem> = {}) => {
    const at = open(n)
    const item: ModelItem = { kind: 'step', id: id('s'), type, content: say(used, n), used_ids: used.map((x) => x.id), ...at, ...more }
    items.push(item)
    return item
  }
  const memory = (parents: ModelItem[], sources: ModelItem[], n: number, more: Partial<ModelItem> = {}) => {
    const item: ModelItem = {
      kind: 'memory', id: id('m'), content: say(sources, n), source: n % 11 === 10 ? 'imported' : 'agent_summary',
      derived_from: parents.map((x) => x.id), supersedes: [], user: n % 7 === 6 ? 'u-2' : 'u-1', ...more,
    }
    if (n % 4 === 1) item.status = 'active' // whoever retires it later fails
    items.push(item)
    return item
  }
  const mutate = (type: string, used: ModelItem[], consumed: ModelItem[], made: number, n: number) => {
    const item = step(type, used, n, { consumed_memory_ids: consumed.map((x) => x.id), generated_memory_ids: [] })
    for (let i = 0; i < made; i++) {
      const parents = [...used, ...consumed].filter((x, at) => x.kind === 'memory' && (n >> at) % 2 === 0)
      const supersedes = type === 'memory_update' && n % 2 === 0 ? consumed.map((x) => x.id) : []
      item.generated_memory_ids!.push(memory(parents, [...used, ...consumed], n + i * 17, { supersedes, user: item.user! }).id)
    }
    if (type === 'memory_delete') for (const x of consumed) if (!x.status) dead.add(x.id)
  }

  for (const [op, a, b, c, d] of numbers.choices) {
    const memories = kind('memory')
    const evidence = kind('memory', 'input', 'claim', 'tool_observation', 'memory_read', 'final_answer', 'plan')
    const recent = [...evidence.slice(-6), ...memories.slice(-3)]
    switch (ops[op % ops.length]!) {
      case 'root': memory([], [], a, { user: pick(['u-1', 'u-2'], b)! }); break
      case 'input': input(a % 3 === 0 ? 'S2' : 'S1', b); break
      case 'read': step('memory_read', some(memories, a, 3), b, { query: { text: 'anything' } }); break
      case 'claim': {
        const used = some(recent, a, 3)
        const justifications = used.length > 0 && c % 6 === 0 ? [some(evidence, b + 1, 2), some(evidence, d + 1, 2)] : []
        const lists = justifications.map((list) => list.map((x) => x.id)).filter((list) => list.length > 0)
        step('claim', used, c, lists.length > 0 ? { justifications: lists } : {})
        break
      }
      case 'plan': step('plan', some(recent, a, 3), b); break
      case 'action': {
        const plan = pick(kind('plan').slice(-2), a)
        step('tool_action', [...plan ? [plan] : [], ...b % 4 === 0 ? some(memories, c, 2) : []], d, { tool: { name: 'look', args: {}, call_id: `c${b % 2}` } })
        break
      }
      case 'observation': {
        const action = a % 3 === 0 ? undefined : pick(kind('tool_action').slice(-2), b)
        step('tool_observation', [...action ? [action] : [], ...c % 7 === 0 ? some(memories, d, 1) : []], d, { tool: { name: 'look', call_id: `c${b % 2}` } })
        break
      }
      case 'answer': step('final_answer', some(recent, a, 3), b); break
      case 'write': mutate('memory_write', some(recent, a, 3), [], 1 + b % 2, c); break
      case 'update': mutate('memory_update', some(recent, a, 2), some(memories, b + 1, 2), c % 4 === 0 ? 0 : 1, d); break
      case 'delete': mutate('memory_delete', some(recent, a, 2), some(memories, b + 1, 2), 0, d); break
      case 'consolidate': mutate('memory_consolidate', some(recent, a, 1), some(memories, b + 1, 2), 1, d); break
    }
  }
  if (kind('memory').length === 0) memory([], [], 1)

  for (const [a, b, c] of numbers.late) {
    const from = Math.max(a % items.length, b % items.length)
    const to = items[Math.min(a % items.length, b % items.length)]!
    const label = lateLabels[c % lateLabels.length]!
    const isFit = label === 'supersede' || label === 'derive' ? items[from]!.kind === 'memory' && to.kind === 'memory'
      : label === 'produce' ? items[from]!.kind === 'step' && to.kind === 'memory'
        : to.kind !== 'input' || c % 4 === 0
    if (items[from] !== to && isFit && !to.late) to.late = [{ from: items[from]!.id, label }]
  }

  const all = items.filter((item) => item.kind === 'memory').map((item) => item.id)
  const faults = [...new Set(numbers.faults.map((n) => pick(all, n)!))]
  const [x, y, z] = numbers.others
  const rest = all.filter((one) => !faults.includes(one))
  const steps = items.filter((item) => item.kind === 'step').map((item) => item.id)
  const removed = y % 4 === 0 && rest.length > 1 ? [{ id: rest[y % rest.length]!, status: y % 8 === 0 ? 'deleted' as const : 'quarantined' as const }] : []
  const withheld = x % 4 === 0 ? [pick(rest, x)].filter((one) => one !== undefined && removed[0]?.id !== one) as string[] : []
  return { items, faults, withheld, removed, invalid: z % 4 === 0 ? [pick(steps, z)].filter((one) => one !== undefined) : [] }
}
