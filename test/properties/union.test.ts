import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../database.js'
import { faultsOf, randomStory, traceOf, type Story } from './agent.js'
import { repaired, standing } from './ends.js'

const db = await testDatabase()
const graphs = Number(process.env['EMEND_TEST_GRAPHS'] ?? 100)
const atOnce = 4

const count = {
  graphs: 0, repairs: 0, comparisons: 0, 'taken over': 0, widened: 0, 'in two groups': 0, 'with two failed answers': 0, 'with plans and tools': 0,
  'with failed retirements': 0, 'with consolidations': 0, 'with deletions': 0, 'with several owners': 0, 'undone and restored': 0,
}
afterAll(() => console.log(Object.entries(count).map(([what, n]) => `${n} ${what}`).join(', ')))

async function compare(story: Story): Promise<void> {
  const trace = traceOf(story.acts)
  if (trace.memories.length === 1) return
  const faults = faultsOf(trace, story)
  const together = await repaired(db, trace, [faults])
  const wanted = await standing(together.at, trace)
  expect(together.violations).toEqual([])
  for (const order of [faults, faults.toReversed()]) {
    const apart = await repaired(db, trace, order.map((fault) => [fault]))
    const why = `${order.map(({ memory }) => memory).join(' then ')} ends elsewhere than both together: ${JSON.stringify(story)}`
    expect(await standing(apart.at, trace), why).toEqual(wanted)
    expect(apart.violations, why).toEqual([])
    count.comparisons++
    count.repairs += apart.repairIds.length
    count['taken over'] += apart.merged
    count.widened += apart.widened
    if (order === faults) {
      expect(await apart.undo(), JSON.stringify(story)).toEqual([])
      count['undone and restored']++
    }
  }
  count.graphs++
  count.repairs += together.repairIds.length
  count['in two groups'] += together.repairIds.length > 1 ? 1 : 0
  count['with two failed answers'] += faults[0]!.answer !== faults[1]!.answer ? 1 : 0
  count['with plans and tools'] += trace.has.plans > 0 ? 1 : 0
  count['with failed retirements'] += trace.has.failedRetirements > 0 ? 1 : 0
  count['with consolidations'] += trace.has.merges > 0 ? 1 : 0
  count['with deletions'] += trace.has.deletions > 0 ? 1 : 0
  count['with several owners'] += trace.has.owners > 0 ? 1 : 0
}

/**
 * G11 and section 8. Where a store ends is: what active memories say, owner by owner; what valid claims, plans, observations and answers say, turn
 * by turn (claims of a turn are made in one call, so who says which is not compared, and a merged memory equals the ones that it merges);
 * and which recorded steps are invalid, save those in whose place stands one that says the same. All of it is compared, always: with failed
 * retirements, with memories that the first repair had brought back and the second one deletes, with widened verifications, with plans and
 * the calls of a pure tool, with faults that name one answer, two, or none.
 *
 * It holds by construction where the second repair meets what the first has looked at: then it takes the first one's faults over and plans
 * for both from where the first had started, on reads, probes and verdicts that no half repair has coloured. What the method's letter leaves
 * to the order was decided so that it does not matter: the answer of a fault is one of what that fault reaches, whatever else is repaired with
 * it; an answer that any fault names is made again by whichever repair makes it invalid; a replay is widened only to what has to do with the
 * answer that the store does not give; and what a replay has retired is as stale as if it had not.
 */
test('F1 then F2, and F2 then F1, end where both together end; a second run changes nothing; undo brings back', async () => {
  await fc.assert(fc.asyncProperty(fc.array(randomStory, { minLength: atOnce, maxLength: atOnce }), async (several) => {
    await Promise.all(several.map(compare))
  }), { numRuns: Math.ceil(graphs / atOnce), endOnFailure: true, seed: Number(process.env['EMEND_TEST_SEED'] ?? 1) })
}, 3_600_000)
