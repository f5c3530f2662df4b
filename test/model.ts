/**
 * The method's sections 3, 4 and 5 once more: naive, in memory, and with nothing of src, so that a mistake would have to be made
 * twice. Facts are tokens like `e1.a2=v3`: a text covers another when it holds all of its tokens.
 */

export interface ModelItem {
  kind: 'input' | 'memory' | 'step'
  id: string
  content: string
  user?: string
  session?: string
  turn?: number
  type?: string
  source?: string
  status?: 'active' | 'superseded' | 'deleted' | 'quarantined'
  derived_from?: string[]
  supersedes?: string[]
  used_ids?: string[]
  generated_memory_ids?: string[]
  consumed_memory_ids?: string[]
  justifications?: string[][]
  tool?: { name: string; args?: unknown; call_id?: string }
  query?: { text: string; k?: number }
  late?: { from: string; label: string }[]
}

export interface ModelEdge {
  from: string
  to: string
  label: string
  basis: 'declared' | 'observed' | 'inferred'
  isLate: boolean
}

export interface Model {
  items: Map<string, ModelItem>
  edges: ModelEdge[]
  /** Clock: the place in the record. */
  t: Map<string, number>
  producer: Map<string, string>
  status: Map<string, string>
  owner: Map<string, string | null>
  /** Open faults that belong to another repair: their memories are withheld. */
  withheld: Set<string>
  /** Steps that an earlier repair made invalid. */
  invalid: Set<string>
}

const mutations = ['memory_write', 'memory_delete', 'memory_update', 'memory_consolidate']
const kindOf = (item: ModelItem) => item.type ?? item.kind

/** Section 3: items to edges and statuses, by the record fields alone. */
export function record(items: ModelItem[], others: { withheld?: string[]; invalid?: string[] } = {}): Model {
  const model: Model = {
    items: new Map(items.map((item) => [item.id, item])), t: new Map(items.map((item, at) => [item.id, at])), edges: [],
    producer: new Map(), status: new Map(), owner: new Map(), withheld: new Set(others.withheld), invalid: new Set(others.invalid),
  }
  const edge = (from: string, to: string, label: string, basis: ModelEdge['basis'] = 'declared', isLate = false) => {
    const known = model.edges.some((e) => e.from === from && e.to === to && e.label === label)
    if (!known) model.edges.push({ from, to, label, basis, isLate })
  }
  const sessionUser = new Map<string, string | null>()
  for (const item of items) {
    if (item.session && !sessionUser.has(item.session)) sessionUser.set(item.session, item.user ?? null)
    for (const made of item.generated_memory_ids ?? []) model.producer.set(made, item.id)
    if (item.kind === 'memory') model.status.set(item.id, item.status ?? 'active')
  }
  const before = (item: ModelItem) => items.slice(0, model.t.get(item.id))
  const retire = (id: string, status: string) => { if (!model.items.get(id)!.status) model.status.set(id, status) }
  for (const item of items) {
    const session = item.session ?? model.items.get(model.producer.get(item.id) ?? '')?.session
    model.owner.set(item.id, item.user ?? (session ? sessionUser.get(session)! : null))
    const turn = before(item).filter((other) => other.session === item.session && other.turn === item.turn)
    const inputs = turn.filter((other) => other.kind === 'input')
    if (item.kind === 'step') {
      const type = item.type!
      const declared = item.used_ids ?? []
      const mayInfer = ['claim', 'plan', 'final_answer', ...mutations].includes(type)
      const inferred = declared.length > 0 || !mayInfer ? [] : [
        ...inputs, ...turn.filter((other) => other.type === 'memory_read').flatMap((read) => read.used_ids!.map((id) => model.items.get(id)!)),
        ...turn.filter((other) => other.kind === 'step'),
      ].map((other) => other.id)
      for (const id of [...declared, ...inferred]) {
        const from = kindOf(model.items.get(id)!)
        const label = from === 'memory' || from === 'memory_read' ? 'cite'
          : from === 'plan' && type === 'tool_action' ? 'initiate'
            : from === 'tool_action' && type === 'tool_observation' ? 'produce' : 'support'
        edge(id, item.id, label, declared.length > 0 ? 'declared' : 'inferred')
      }
      if (!turn.some((other) => other.kind === 'step')) for (const input of inputs) edge(input.id, item.id, 'initiate')
      if (type === 'tool_observation' && !declared.some((id) => model.items.get(id)!.type === 'tool_action') && item.tool?.call_id) {
        const action = before(item).findLast((other) =>
          other.type === 'tool_action' && other.session === item.session && other.tool?.call_id === item.tool!.call_id)
        if (action) edge(action.id, item.id, 'produce', 'observed')
      }
      for (const made of item.generated_memory_ids ?? []) edge(item.id, made, 'produce')
      for (const consumed of item.consumed_memory_ids ?? []) {
        edge(consumed, item.id, type.replace('memory_', ''))
        retire(consumed, type === 'memory_delete' ? 'deleted' : 'superseded')
      }
    }
    for (const parent of item.derived_from ?? []) edge(parent, item.id, 'derive')
    for (const old of item.supersedes ?? []) {
      edge(old, item.id, 'supersede')
      if (model.status.get(old) === 'active') retire(old, 'superseded')
    }
    for (const late of item.late ?? []) edge(late.from, item.id, late.label, 'declared', model.t.get(late.from)! > model.t.get(item.id)!)
  }
  return model
}

/** Section 4: the seed of a fault. */
export function seedOf(model: Model, fault: string): { seed: string; kind: string } {
  const byClock = (a: string, b: string) => model.t.get(a)! - model.t.get(b)!
  const retirements = model.edges
    .filter((e) => e.from === fault && ['delete', 'update', 'consolidate'].includes(e.label) && !e.isLate).map((e) => e.to).sort(byClock)
  // a memory that was retired twice was still there after the first time
  if ((model.status.get(fault) === 'active' || retirements.length > 1) && retirements[0]) return { seed: retirements[0], kind: 'failed_retirement' }
  const producer = model.producer.get(fault)
    ?? model.edges.filter((e) => e.to === fault && e.label === 'produce' && !e.isLate).map((e) => e.from).sort(byClock)[0]
  return producer ? { seed: producer, kind: 'producer' } : { seed: fault, kind: 'memory' }
}

/** Section 4: A0, fault by fault. */
export function affectedBy(model: Model, faults: string[], arm: 'facts' | 'paper'): Set<string> {
  const all = new Set<string>()
  for (const fault of faults) {
    const { seed } = seedOf(model, fault)
    const reached = new Set([seed, fault])
    for (const id of reached) {
      for (const e of model.edges) {
        if (e.from !== id || (arm === 'facts' && e.label === 'supersede')) continue
        if (e.isLate || model.t.get(e.to)! >= model.t.get(seed)!) reached.add(e.to)
      }
    }
    for (const id of reached) all.add(id)
  }
  return all
}

const tokens = (text: string) => text.match(/e\d+\.a\d+=v\d+/g) ?? []
const isEvidence = (e: ModelEdge) => ['cite', 'support', 'derive'].includes(e.label)
const into = (model: Model, id: string) => model.edges.filter((e) => e.to === id)

/** What is cited by citing `id`: a read stands for its results, and for what it did not return. */
function cited(model: Model, id: string, affected: Set<string>): { id: string; basis: string }[] {
  if (model.items.get(id)!.type !== 'memory_read') return [{ id, basis: 'declared' }]
  const results = into(model, id).filter(isEvidence).map((e) => ({ id: e.from, basis: e.basis }))
  const isAbsence = affected.has(id) && results.every((result) => !affected.has(result.id))
  return isAbsence ? [...results, { id, basis: 'inferred' }] : results
}

interface Judging {
  model: Model
  affected: Set<string>
  faults: string[]
  rescued: Set<string>
}

/** Section 5: which affected nodes stand, reads left out. Least fixpoint by rounds from nothing. */
export function supportedIn(model: Model, faults: string[], affected: Set<string>, arm: 'facts' | 'paper'): Set<string> {
  const judging: Judging = { model, affected, faults, rescued: new Set() }
  for (let size = -1; size < judging.rescued.size;) {
    size = judging.rescued.size
    for (const id of affected) {
      const item = model.items.get(id)!
      if (faults.includes(id) || item.type === 'memory_read') continue
      const stands = item.type === 'tool_action' || item.type === 'tool_observation' ? inherits(judging, item)
        : arm === 'facts' ? standsByFacts(judging, item) : standsByPath(judging, item)
      if (stands) judging.rescued.add(id)
    }
  }
  return judging.rescued
}

function inherits({ model, affected, rescued }: Judging, item: ModelItem): boolean {
  return into(model, item.id).every((e) => {
    const from = model.items.get(e.from)!
    const isOrigin = item.type === 'tool_action' ? e.label === 'initiate' && from.type === 'plan' : e.label === 'produce' && from.type === 'tool_action'
    const leansOn = isOrigin ? [e.from] : isEvidence(e) ? cited(model, e.from, affected).map((c) => c.id) : []
    return leansOn.every((id) => !affected.has(id) || rescued.has(id))
  })
}

function standsByFacts(judging: Judging, item: ModelItem): boolean {
  const { model, affected, faults, rescued } = judging
  const producer = model.items.get(model.producer.get(item.id) ?? '')
  const isMade = producer !== undefined && mutations.includes(producer.type!)
  const turn = producer ?? item
  const isClean = (id: string): boolean => {
    const premise = model.items.get(id)!
    if (id === item.id || faults.includes(id)) return false
    if (premise.kind === 'input') {
      if (premise.session === turn.session && premise.turn === turn.turn) return true
      const author = model.owner.get(id)
      if (author !== null && author !== model.owner.get(item.id)) return false
    }
    if (affected.has(id) && !rescued.has(id)) return false
    if (premise.kind === 'memory') {
      return ['active', 'superseded'].includes(model.status.get(id)!) && premise.source !== 'imported' && !model.withheld.has(id)
    }
    return premise.type !== 'memory_read' && !model.invalid.has(id)
  }
  const alternatives = (item.kind === 'memory' ? (isMade ? producer.justifications : undefined) : item.justifications) ?? []
  if (alternatives.length > 0) {
    return alternatives.some((ids) => {
      const premises = ids.flatMap((id) => cited(model, id, affected))
      return premises.length > 0 && premises.every(({ id }) => isClean(id))
    })
  }
  const leaning = (of: ModelItem) => into(model, of.id)
    .filter((e) => isEvidence(e) || (mutations.includes(of.type ?? '') && ['update', 'consolidate'].includes(e.label)))
    .flatMap((e) => cited(model, e.from, affected).map((c) => ({ id: c.id, counts: c.basis !== 'inferred' && e.basis !== 'inferred' })))
  const premises = leaning(item)
  if (item.kind === 'memory') {
    for (const e of into(model, item.id).filter(({ label }) => label === 'produce')) {
      const maker = model.items.get(e.from)!
      if (mutations.includes(maker.type!)) premises.push(...leaning(maker))
      else premises.push(...cited(model, e.from, affected).map((c) => ({ id: c.id, counts: c.basis !== 'inferred' && e.basis !== 'inferred' })))
    }
  }
  const others = premises.filter(({ id }) => id !== item.id)
  const clean = others.filter(({ id, counts }) => counts && isClean(id))
  if (clean.length === 0) return false
  if (others.every(({ id }) => isClean(id))) return true
  const exported = mutations.includes(item.type ?? '') ? (item.generated_memory_ids ?? []).map((id) => model.items.get(id)!) : [item]
  const known = new Set(clean.flatMap(({ id }) => tokens(model.items.get(id)!.content)))
  return exported.length > 0 && exported.every(({ content }) => tokens(content).every((token) => known.has(token)))
}

function standsByPath({ model, affected, faults }: Judging, item: ModelItem): boolean {
  const isActive = (id: string) => model.status.get(id) === 'active' && !model.withheld.has(id)
  const isRoot = (id: string) => {
    const { kind, type } = model.items.get(id)!
    if (kind === 'input') return true
    if (type === 'tool_observation') return !affected.has(id) && !model.invalid.has(id)
    const isDerived = model.producer.has(id) || (model.items.get(id)!.derived_from ?? []).length > 0
    return kind === 'memory' && isActive(id) && !isDerived && !faults.includes(id)
  }
  if (item.kind === 'step') {
    return into(model, item.id).filter((e) => isEvidence(e) && e.basis !== 'inferred')
      .flatMap((e) => cited(model, e.from, affected)).filter((c) => c.basis !== 'inferred')
      .some(({ id }) => {
        const { kind, type } = model.items.get(id)!
        if (affected.has(id)) return false
        return kind === 'input' || (kind === 'memory' && isActive(id))
          || ((type === 'tool_observation' || type === 'claim') && !model.invalid.has(id))
      })
  }
  if (item.kind === 'memory' && model.status.get(item.id) !== 'active') return false
  const behind = new Set([item.id])
  for (const id of behind) {
    if (isRoot(id)) return true
    for (const e of into(model, id)) {
      if (e.basis === 'inferred' || faults.includes(e.from)) continue
      if (isEvidence(e) || (e.label === 'produce' && model.items.get(id)!.kind === 'memory')) behind.add(e.from)
    }
  }
  return false
}
