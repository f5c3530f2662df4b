/** Random graphs in a store. */
import { sql } from 'kysely'
import type { Trx } from '../../src/db/transaction.js'
import type { ModelItem } from '../model.js'
import type { RandomGraph } from './random-graph.js'

/** Tokens become facts of three words each, the text says nothing: what is covered is then beyond doubt. */
function recordable(item: ModelItem, prefix: string) {
  const own = (id: string) => `${prefix}${id}`
  const facts = item.content.split(' ').map((token) => {
    const [, e, a, v] = /e(\d)\.a(\d)=v(\d)/.exec(token)!
    return { entity: `entity${'abc'[Number(e)]}`, attribute: `attribute${'xy'[Number(a)]}`, value: `value${'klm'[Number(v)]}` }
  })
  const { used_ids, generated_memory_ids, consumed_memory_ids, justifications, derived_from, supersedes, late, session, ...rest } = item
  const lists = { used_ids, generated_memory_ids, consumed_memory_ids, derived_from, supersedes }
  return {
    ...rest, id: own(item.id),
    ...(item.kind === 'input' ? { content: facts.map((fact) => `${Object.values(fact).join(' ')}.`).join(' ') } : { content: 'Noted.', facts }),
    ...(session ? { session: own(session) } : {}),
    ...Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids !== undefined).map(([name, ids]) => [name, ids!.map(own)])),
    ...(justifications ? { justifications: justifications.map((ids) => ids.map(own)) } : {}),
    ...(late ? { late: late.map(({ from, label }) => ({ from: own(from), label })) } : {}),
  }
}

/** Record graphs side by side under prefixed ids, with what else happened to them, and diagnose their faults. */
export async function store(trx: Trx, tenantId: number, graphs: RandomGraph[]): Promise<{ faultIds: number[][]; ids: Map<string, number> }> {
  const items = graphs.flatMap((graph, g) => graph.items.map((item) => recordable(item, `g${g}-`)))
  const { rows } = await sql<{ id: string; node_id: number }>`
    select id, node_id from emend.record_steps(${JSON.stringify(items)}::jsonb)`.execute(trx)
  const ids = new Map(rows.map((row) => [row.id, row.node_id]))
  for (const [g, { removed, withheld, invalid }] of graphs.entries()) {
    for (const { id, status } of removed) {
      await sql`select emend.set_memory_status(${tenantId}, array[${ids.get(`g${g}-${id}`)}]::bigint[], ${status})`.execute(trx)
    }
    for (const id of withheld) await sql`insert into emend.fault (memory_id, detector) values (${`g${g}-${id}`}, 'somebody else')`.execute(trx)
    for (const id of invalid) {
      await sql`insert into emend.step_state (tenant_id, step_id, validity, repair_id) values (${tenantId}, ${ids.get(`g${g}-${id}`)}, 'invalid', 0)`.execute(trx)
    }
  }
  const named = graphs.flatMap((graph, g) => graph.faults.map((id) => ({ g, id: `g${g}-${id}` })))
  const faults = await trx.insertInto('fault').values(named.map(({ id }) => ({ memory_id: id, detector: 'test' }))).returning('fault_id').execute()
  const faultIds: number[][] = graphs.map(() => [])
  named.forEach(({ g }, at) => faultIds[g]!.push(faults[at]!.fault_id))
  return { faultIds, ids }
}
