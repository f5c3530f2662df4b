/** Where repairs end, and what they leave when they are undone. */
import { undoRepair } from '../../src/execute/undo-repair.js'
import type { TestDatabase } from '../database.js'
import { lab, type Lab } from '../execute/lab.js'
import { scales, script, sentencesOf, type Trace } from './agent.js'
import { repairDirectly, type Named, type Planned } from './direct.js'

/** Where a store ends. */
export interface Standing {
  /** What active memories say, sentence by sentence and owner by owner. */
  memories: string[]
  /** What valid claims, plans, observations and answers say, by turn. */
  said: string[]
  /** Steps of the record that are invalid, unless what stands in their place says the same, for a read returns the same. */
  invalid: string[]
}

/** What active memories say, what valid steps say, which steps of the record are invalid. Who of a turn says it is not told apart. */
export async function standing(at: Lab, trace: Trace): Promise<Standing> {
  const memories = await at.query<{ owner: string | null; content: string }>(`select n.user_id as owner, m.content from emend.memory_state s
    join emend.memory m on m.tenant_id = s.tenant_id and m.memory_id = s.memory_id
    join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.memory_id where s.status = 'active' and not s.is_withheld`)
  const said = await at.query<{ place: string; content: string }>(`select n.kind || ' in ' || e.external_id || '.' || n.turn as place, s.content
    from emend.node n join emend.step s on s.tenant_id = n.tenant_id and s.step_id = n.node_id
    join emend.session e on e.tenant_id = n.tenant_id and e.session_id = n.session_id
    where n.kind in ('claim', 'plan', 'tool_observation', 'final_answer')
      and not exists (select from emend.step_state x where x.tenant_id = n.tenant_id and x.step_id = n.node_id)`)
  const invalid = await at.query<{ id: string; is_same: boolean }>(`select n.external_id as id,
      exists (select from emend.current_nodes(x.tenant_id, array[x.step_id]) c join emend.step y on y.tenant_id = x.tenant_id and y.step_id = c.node_id
               where y.content = s.content and (n.kind <> 'memory_read' or y.used_ids @> s.used_ids and s.used_ids @> y.used_ids)) as is_same
    from emend.step_state x join emend.node n on n.tenant_id = x.tenant_id and n.node_id = x.step_id
    join emend.step s on s.tenant_id = x.tenant_id and s.step_id = x.step_id`)
  const recorded = new Set(trace.items.map(({ id }) => id))
  const unique = (lines: string[]): string[] => [...new Set(lines)].sort()
  return {
    memories: unique(memories.flatMap(({ owner, content }) => sentencesOf(content).map((one) => `of ${owner ?? 'all'}: ${one}`))),
    said: unique(said.flatMap(({ place, content }) => (sentencesOf(content).length > 0 ? sentencesOf(content) : [content]).map((one) => `${place}: ${one}`))),
    invalid: invalid.filter(({ id, is_same }) => recorded.has(id) && !is_same).map(({ id }) => id).sort(),
  }
}

/** Statuses of recorded memories and invalid recorded steps: what an undo must bring back. */
async function recordedState(at: Lab, trace: Trace): Promise<unknown> {
  const recorded = new Set(trace.items.map(({ id }) => id))
  return [Object.entries(await at.memories()).filter(([id]) => recorded.has(id)), (await at.invalid()).filter((id) => recorded.has(id))]
}

/** A trace that was repaired. */
export interface Repaired {
  at: Lab
  repairIds: number[]
  planned: Planned[]
  /** What the invariants of section 8 say; nothing when healthy. */
  violations: string[]
  /** Repairs whose replay the verification has widened. */
  widened: number
  /** Repairs that a later one has taken over. */
  merged: number
  /** Run all again, then undo them one after the other. @returns what went wrong, in sentences */
  undo(): Promise<string[]>
}

/** Record a trace and repair group after group, each group at once. */
export async function repaired(db: TestDatabase, trace: Trace, groups: Named[][]): Promise<Repaired> {
  const at = await lab(db, { script, tools: [scales()] })
  await at.record(trace.items)
  const states: unknown[] = [await recordedState(at, trace)]
  const done: number[][] = []
  const planned: Planned[] = []
  for (const group of groups) {
    const made = await repairDirectly(at, group)
    done.push(made.repairIds)
    planned.push(...made.planned)
    states.push(await recordedState(at, trace))
  }
  const repairIds = done.flat()
  const count = async (from: string): Promise<number> => (await at.query<{ n: number }>(`select count(*)::integer as n from emend.${from}`))[0]?.n ?? 0
  const violations: string[] = []
  for (const repairId of repairIds) violations.push(...await at.violations(repairId))
  return {
    at, repairIds, planned, violations, widened: await count('verification where ring > 0'), merged: await count(`repair where state = 'undone'`),
    async undo() {
      const wrong: string[] = []
      const before = await at.picture()
      for (const repairId of repairIds) await at.run(repairId)
      if (await at.picture() !== before) wrong.push('a second run changes something')
      for (const [index, ids] of [...done.entries()].reverse()) {
        for (const repairId of ids.toReversed()) await undoRepair(db.db, at.tenantId, repairId, 'test')
        if (JSON.stringify(await recordedState(at, trace)) !== JSON.stringify(states[index])) wrong.push(`undoing group ${index + 1} does not bring back what was`)
      }
      return wrong
    },
  }
}
