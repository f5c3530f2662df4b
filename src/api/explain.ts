/** Why a node is affected, why it stands or falls, what was done with it, and what happened to it. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Proof } from '../plan/types.js'
import type { Disposition, EdgeLabel, FaultState, MemoryStatus, NodeKind, RepairState } from '../vocabulary.js'

/** A node as a person knows it. */
export interface NamedNode {
  id: string
  kind: NodeKind
  content: string
}

/** A node on a path, with the label of the edge that leads into it; null for the first. */
export interface PathNode extends NamedNode {
  label: EdgeLabel | null
}

/** A verdict with ids that people know. `nodes` are those that the proof names, by role. */
export interface NamedProof {
  kind: Proof['kind']
  nodes: { role: string; node: NamedNode }[]
  /** Facts found in clean premises, and where; or facts that no clean premise holds, with `by` null. */
  facts: { fact: string; by: string | null }[]
  /** The alternative set of evidence that is clean, counted from 1. */
  justification?: number
}

/** What one repair decided about the node. */
export interface Decision {
  repairId: number
  repairState: RepairState
  disposition: Disposition
  rule: string
  reason: string
  isAffected: boolean
  isSupported: boolean
  isInvalid: boolean
  proof: NamedProof | null
  /** Why it is affected: a path from a fault of the repair. Empty when it is not, or is reached by absence (a phantom read). */
  pathFromFault: PathNode[]
  /** Why it stands: a path of evidence from a trusted root around everything the repair withdrew. Empty when there is none. */
  pathFromRoot: PathNode[]
}

/** One row of the journal. */
export interface Transition {
  at: Date
  actor: string
  action: string
  from: string | null
  to: string | null
  rule: string | null
  reason: string | null
  repairId: number | null
  faultId: number | null
}

/** Everything that is known about one node. */
export interface Explanation {
  node: NamedNode & {
    status: MemoryStatus | null
    isWithheld: boolean
    validity: 'valid' | 'withheld' | 'invalid' | null
    /** An answer that was left as it is, and is made again when somebody asks for it. */
    isStaleAnswer: boolean
  }
  /** Faults that name it. */
  faults: { faultId: number; detector: string; state: FaultState; repairId: number | null }[]
  /** What it took the place of, and what took its place. */
  replacements: { node: NamedNode; isOlder: boolean; repairId: number }[]
  /** Newest repair first. */
  decisions: Decision[]
  /** Oldest first. */
  history: Transition[]
}

/** What contamination follows in arm facts; in arm paper it follows `supersede` too. */
const dataflow: EdgeLabel[] = ['initiate', 'cite', 'support', 'produce', 'delete', 'update', 'consolidate', 'derive']

/**
 * Explain one node of a tenant (what `emend explain ID` prints).
 *
 * @param externalId the id that everybody outside uses
 * @returns paths, verdicts with proofs, dispositions and history; `decisions` is empty for what no repair looked at
 * @throws EmendError `not_found`
 */
export async function explainNode(trx: Trx, tenantId: number, externalId: string): Promise<Explanation> {
  const node = await trx.selectFrom('node').select(['node_id', 'kind']).where('tenant_id', '=', tenantId)
    .where('external_id', '=', externalId).executeTakeFirst()
  if (!node) throw new EmendError('not_found', `there is no node ${externalId} in this tenant`, { id: externalId })
  const id = node.node_id
  const memory = await trx.selectFrom('memory_state').select(['status', 'is_withheld']).where('tenant_id', '=', tenantId)
    .where('memory_id', '=', id).executeTakeFirst()
  const step = await trx.selectFrom('step_state').select(['validity', 'is_stale_answer']).where('tenant_id', '=', tenantId).where('step_id', '=', id).executeTakeFirst()
  const isStep = node.kind !== 'memory' && node.kind !== 'input'
  const names = await nameNodes(trx, tenantId, [id])
  const faults = await trx.selectFrom('fault').select(['fault_id', 'detector', 'state', 'repair_id']).where('tenant_id', '=', tenantId)
    .where('memory_id', '=', externalId).orderBy('fault_id').execute()
  return {
    node: {
      ...named(names, id),
      status: memory?.status ?? null,
      isWithheld: memory?.is_withheld ?? false,
      validity: isStep ? step?.validity ?? 'valid' : null,
      isStaleAnswer: step?.is_stale_answer ?? false,
    },
    faults: faults.map((fault) => ({ faultId: fault.fault_id, detector: fault.detector, state: fault.state, repairId: fault.repair_id })),
    replacements: await replacementsOf(trx, tenantId, id),
    decisions: await decisionsOn(trx, tenantId, id),
    history: await historyOf(trx, tenantId, id),
  }
}

async function decisionsOn(trx: Trx, tenantId: number, id: number): Promise<Decision[]> {
  const rows = await trx
    .selectFrom('plan_row')
    .innerJoin('repair', (join) => join.onRef('repair.tenant_id', '=', 'plan_row.tenant_id').onRef('repair.repair_id', '=', 'plan_row.repair_id'))
    .selectAll('plan_row').select(['repair.state', 'repair.policy'])
    .where('plan_row.tenant_id', '=', tenantId).where('plan_row.node_id', '=', id).orderBy('plan_row.repair_id', 'desc').execute()
  const decisions: Decision[] = []
  for (const row of rows) {
    const withdrawn = await withdrawnBy(trx, tenantId, row.repair_id)
    decisions.push({
      repairId: row.repair_id,
      repairState: row.state,
      disposition: row.disposition,
      rule: row.rule,
      reason: row.reason,
      isAffected: row.is_affected,
      isSupported: row.is_supported,
      isInvalid: row.is_invalid,
      proof: row.proof === null ? null : await nameProof(trx, tenantId, row.proof as Proof),
      pathFromFault: row.is_affected ? await pathFromFault(trx, tenantId, row.repair_id, id, row.policy) : [],
      pathFromRoot: row.is_supported ? await pathOf(trx, tenantId, sql`emend.support_path(${tenantId}, ${id}, ${withdrawn}::bigint[])`) : [],
    })
  }
  return decisions
}

/** What a repair took away: nothing stands on these. */
async function withdrawnBy(trx: Trx, tenantId: number, repairId: number): Promise<number[]> {
  const rows = await trx.selectFrom('plan_row').select('node_id').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId)
    .where((eb) => eb.or([eb('is_invalid', '=', true), eb('disposition', 'in', ['delete', 'quarantine'])])).execute()
  return rows.map((row) => row.node_id)
}

async function pathFromFault(trx: Trx, tenantId: number, repairId: number, id: number, policy: string): Promise<PathNode[]> {
  const labels: EdgeLabel[] = policy === 'paper' ? [...dataflow, 'supersede'] : dataflow
  const rows = await trx.selectFrom('plan_row').select(['node_id', 'disposition', 'rule']).where('tenant_id', '=', tenantId)
    .where('repair_id', '=', repairId).where('is_affected', '=', true).execute()
  const faulty = rows.filter((row) => row.disposition === 'delete').map((row) => row.node_id)
  const seeds = rows.filter((row) => row.rule === 'R4').map((row) => row.node_id)
  const within = rows.map((row) => row.node_id)
  for (const from of [faulty, seeds]) {
    const path = await pathOf(trx, tenantId,
      sql`emend.path_between(${tenantId}, ${from}::bigint[], ${id}, ${within}::bigint[], ${labels}::emend.edge_label[])`)
    if (path.length > 0) return path
  }
  return []
}

async function pathOf(trx: Trx, tenantId: number, path: ReturnType<typeof sql>): Promise<PathNode[]> {
  const { rows } = await sql<{ node_id: number; label: EdgeLabel | null }>`
    select node_id, label from ${path} as p order by p."position"`.execute(trx)
  const names = await nameNodes(trx, tenantId, rows.map((row) => row.node_id))
  return rows.map((row) => ({ ...named(names, row.node_id), label: row.label }))
}

/** What a covered node replaces and is named after: it holds words of it, and is no evidence. */
const replacedIn = (proof: Extract<Proof, { kind: 'covered' }>): number[] =>
  [...new Set(proof.facts.map(({ by }) => by))].filter((id) => !proof.clean.includes(id))

/** Ids of a proof by the role they play in it. */
function rolesIn(proof: Proof): { role: string; ids: number[] }[] {
  switch (proof.kind) {
    case 'faulty': return []
    case 'premises': return [{ role: 'clean', ids: proof.clean }]
    case 'covered': return [{ role: 'clean', ids: proof.clean }, { role: 'takes the place of', ids: replacedIn(proof) }]
    case 'uncovered': return [{ role: 'clean', ids: proof.clean }, { role: 'withdrawn', ids: proof.dirty }]
    case 'unchecked': return []
    case 'consequence': return [{ role: 'records what came of', ids: proof.of }]
    case 'no_clean_justification': return [{ role: 'withdrawn', ids: proof.dirty }]
    case 'no_clean_premise': return [{ role: 'withdrawn', ids: proof.dirty }]
    case 'inherited': return [{ role: 'inherited from', ids: [proof.from] }]
    case 'reexecuted': return [{ role: 'no longer found', ids: proof.left }, { role: 'found now', ids: proof.came }]
    case 'path': return [{ role: 'on the path', ids: proof.path }]
  }
}

async function nameProof(trx: Trx, tenantId: number, proof: Proof): Promise<NamedProof> {
  const roles = rolesIn(proof)
  const by = proof.kind === 'covered' ? proof.facts.map((fact) => fact.by) : []
  const names = await nameNodes(trx, tenantId, [...roles.flatMap((role) => role.ids), ...by])
  return {
    kind: proof.kind,
    nodes: roles.flatMap(({ role, ids }) => ids.map((id) => ({ role, node: named(names, id) }))),
    facts: proof.kind === 'covered' ? proof.facts.map((fact) => ({ fact: fact.fact, by: named(names, fact.by).id }))
      : proof.kind === 'uncovered' ? proof.missing.map((fact) => ({ fact, by: null })) : [],
    ...(proof.kind === 'premises' && proof.justification !== undefined ? { justification: proof.justification + 1 } : {}),
  }
}

function named(names: Map<number, NamedNode>, id: number): NamedNode {
  return names.get(id) ?? { id: `#${id}`, kind: 'memory', content: '' }
}

async function nameNodes(trx: Trx, tenantId: number, ids: number[]): Promise<Map<number, NamedNode>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('node')
    .leftJoin('memory', (join) => join.onRef('memory.tenant_id', '=', 'node.tenant_id').onRef('memory.memory_id', '=', 'node.node_id'))
    .leftJoin('step', (join) => join.onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .leftJoin('input', (join) => join.onRef('input.tenant_id', '=', 'node.tenant_id').onRef('input.input_id', '=', 'node.node_id'))
    .select((eb) => ['node.node_id', 'node.external_id', 'node.kind',
      eb.fn.coalesce('memory.content', 'step.content', 'input.content', eb.val('')).as('content')])
    .where('node.tenant_id', '=', tenantId).where('node.node_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  return new Map(rows.map((row) => [row.node_id, { id: row.external_id, kind: row.kind, content: row.content }]))
}

async function replacementsOf(trx: Trx, tenantId: number, id: number): Promise<Explanation['replacements']> {
  const rows = await trx.selectFrom('replacement').selectAll().where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('new_node_id', '=', id), eb('old_node_id', '=', id)])).orderBy('old_node_id').orderBy('new_node_id').execute()
  const other = (row: (typeof rows)[number]): number => (row.new_node_id === id ? row.old_node_id : row.new_node_id)
  const names = await nameNodes(trx, tenantId, rows.map(other))
  return rows.map((row) => ({ node: named(names, other(row)), isOlder: row.new_node_id === id, repairId: row.repair_id }))
}

async function historyOf(trx: Trx, tenantId: number, id: number): Promise<Transition[]> {
  const rows = await trx.selectFrom('journal').selectAll().where('tenant_id', '=', tenantId).where('node_id', '=', id).orderBy('journal_id').execute()
  return rows.map((row) => ({
    at: row.written_at, actor: row.actor, action: row.action, from: row.from_status, to: row.to_status,
    rule: row.rule, reason: row.reason, repairId: row.repair_id, faultId: row.fault_id,
  }))
}
