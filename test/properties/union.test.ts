import fc from 'fast-check'
import { test } from 'vitest'
import { testDatabase } from '../database.js'
import { lab, type Lab } from '../execute/lab.js'
import { randomActs, script, sentencesOf, traceOf } from './agent.js'
import { repairDirectly } from './direct.js'

const db = await testDatabase()
async function standing(at: Lab, answerAt = 'S1.2'): Promise<string[]> {
  const active = await at.query<{ owner: string | null; content: string }>(`select n.user_id as owner, m.content from emend.memory_state s
    join emend.memory m on m.tenant_id = s.tenant_id and m.memory_id = s.memory_id
    join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.memory_id where s.status = 'active' and not s.is_withheld`)
  const steps = await at.query<{ kind: string; place: string; content: string }>(`select n.kind, e.external_id || '.' || n.turn as place, s.content
    from emend.node n join emend.step s on s.tenant_id = n.tenant_id and s.step_id = n.node_id
    join emend.session e on e.tenant_id = n.tenant_id and e.session_id = n.session_id
    where n.kind in ('claim', 'final_answer') and not exists (select from emend.step_state x where x.tenant_id = n.tenant_id and x.step_id = n.node_id)`)
  const gone = await at.query<{ id: string }>(`select n.external_id as id from emend.step_state s join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id
    where n.external_id ~ '^n[0-9]+$'`)
  return [...new Set([
    ...active.flatMap(({ owner, content }) => sentencesOf(content).map((one) => `memory ${owner}: ${one}`)),
    ...steps.filter(({ kind, place }) => kind === 'claim' || place === answerAt).flatMap(({ kind, place, content }) => (sentencesOf(content).length ? sentencesOf(content) : ['nothing']).map((one) => `${kind} ${place}: ${one}`)),
    ...gone.map(({ id }) => `invalid ${id}`),
  ])].sort()
}

test('union', async () => {
  const seed = Number(process.env['SEED'] ?? 1), numRuns = Number(process.env['RUNS'] ?? 40)
  const all = fc.sample(randomActs, { seed, numRuns })
  const only = process.env['ONLY']
  const queue = all.map((value, index) => ({ value, index })).filter(({ index }) => !only || index === Number(only))
  const failures: { size: number; text: string }[] = []
  let done = 0
  const started = Date.now()
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { value: { acts, faults }, index } = next
      const trace = traceOf(acts)
      const one = trace.memories[faults[0] % trace.memories.length]!, n = trace.memories.length
      if (n === 1) continue
      const two = trace.memories[(trace.memories.indexOf(one) + 1 + faults[1] % (n - 1)) % n]!
      const results: string[][] = []
      const labs: Lab[] = []
      try {
        for (const order of [[[one, two]], [[one], [two]], [[two], [one]]]) {
          const at = await lab(db, { script })
          labs.push(at)
          await at.record(trace.items)
          for (const group of order) {
            const { planned } = await repairDirectly(at, group, trace.answer)
            if (only) for (const { plan, input } of planned) {
              const name = (id: number) => input.nodes.find((n) => n.id === id)?.externalId ?? id
              console.log(group.join(), plan.failedAnswer && name(plan.failedAnswer), plan.rows.map((r) => `\n   ${name(r.id)} ${r.kind} ${r.disposition} ${r.rule} ${r.isInvalid ? 'invalid' : ''} ${r.reason}`).join(''))
            }
          }
          results.push(await standing(at))
          if (only) console.log(JSON.stringify(await at.query(`select y.repair_id, n.external_id as id, y.state, y.detail->>'reason' as why, y.detail->'dropped' as dropped from emend.replay_step y join emend.node n on n.tenant_id=y.tenant_id and n.node_id=y.step_id order by 1, y.position`)).replaceAll('},', '},\n'), JSON.stringify(await at.memories()), JSON.stringify(await at.active()))
        }
        const [joint, first, second] = results as [string[], string[], string[]]
        const diff = (a: string[], b: string[]) => [...a.filter((x) => !b.includes(x)).map((x) => `-${x}`), ...b.filter((x) => !a.includes(x)).map((x) => `+${x}`)].join('; ')
        const text = [diff(joint, first) && `${one},${two}: ${diff(joint, first)}`, diff(joint, second) && `${two},${one}: ${diff(joint, second)}`].filter(Boolean).join('\n    ')
        if (text) failures.push({ size: acts.length, text: `#${index} ${text}\n  ${trace.items.filter((i) => i.kind !== 'input').map((i) => i.kind === 'step' ? `${i.id} ${i.type} ${i.session}.${i.turn} [${i.used_ids}]${i.consumed_memory_ids?.length ? ` eats ${i.consumed_memory_ids}` : ''}${i.generated_memory_ids?.length ? ` makes ${i.generated_memory_ids}` : ''}: ${i.content}` : `${i.id} ${(i as any).user} ${(i as any).status ?? ''}: ${i.content}`).join('\n  ')}` })
      } catch (error) {
        failures.push({ size: acts.length, text: `#${index} ${one} ${two} THROWS ${String((error as Error).stack).slice(0, 900)}` })
      }
      done++
    }
  }
  await Promise.all([work(), work(), work(), work()])
  failures.sort((a, b) => a.size - b.size)
  for (const { text } of failures.slice(0, Number(process.env['SHOW'] ?? 4))) console.log(text)
  console.log(`${failures.length} of ${done} differ, ${Date.now() - started} ms`)
}, 900_000)
