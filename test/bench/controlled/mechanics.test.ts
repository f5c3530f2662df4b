import { expect, test } from 'vitest'
import { mechanicsOf } from '../../../src/bench/controlled/mechanics.js'
import { explainPaper } from '../../../src/bench/controlled/report-mechanics.js'
import { reportOf } from '../../../src/bench/controlled/report.js'
import type { CaseScore } from '../../../src/bench/controlled/types.js'
import type { RecordItem } from '../../../src/index.js'
import { benchCase } from '../bench-cases.js'

const step = (id: string, type: 'claim' | 'memory_read' | 'memory_write' | 'final_answer', used_ids: string[], generated_memory_ids: string[] = []): RecordItem =>
  ({ kind: 'step', id, session: 'S1', turn: 1, type, content: id, used_ids, generated_memory_ids })

const one = benchCase('one', {
  items: [
    { kind: 'input', id: 'u1', session: 'S1', turn: 1, content: 'Which?' },
    { kind: 'memory', id: 'm1', content: 'wrong' }, { kind: 'memory', id: 'm2', content: 'clean' },
    step('r1', 'memory_read', ['m1', 'm2']), step('c1', 'claim', ['m1', 'r1']), step('c2', 'claim', ['m1', 'u1']), step('c3', 'claim', ['m1']),
    step('w1', 'memory_write', ['c1'], ['m3']), { kind: 'memory', id: 'm3', content: 'wrong again' }, step('a1', 'final_answer', ['c1']),
  ],
  faults: [{ memoryId: 'm1' }], failedAnswer: 'a1', labels: { affectedClaims: ['c1', 'c2', 'c3'] },
})
const plan = [{
  format: 'emend/plan@1', affected: ['m1', 'r1', 'c1', 'c2', 'c3', 'w1', 'm3', 'a1'], delete_memory_ids: ['m1'], quarantine_memory_ids: [], invalid_step_ids: ['r1', 'c3'],
}]

test('what stays is counted by the ground that it stays on: another result of the read, or an input', () => {
  expect(mechanicsOf(one, plan)).toEqual({ derived: 1, withdrawn: 0, stated: 3, kept: 2, keptByRead: 1, keptByInput: 1, acts: 1, actsKept: 1, actsByInput: 0 })
  expect(mechanicsOf(one, { removed: [] })).toBeNull()
})

test('the report says in numbers why arm paper does what it does, where it was run', () => {
  const score: CaseScore = {
    caseId: 'one', method: 'paper', domain: 'support', faultType: 'stale', faultCount: 1, storeSize: 1, steps: 6, isRecovered: false, hasRecurred: null, recurrenceReason: null,
    isDurable: false, faultsRemoved: 1, benignKept: 1, claims: { hit: 1, needless: 0, missed: 2 }, replayedSteps: 1, modelCalls: 1, probeCalls: 0, tokens: 0, tokensByStage: {},
    answer: '', answerAgain: null, error: null, mechanics: mechanicsOf(one, plan),
  }
  const settings = { seeds: [1], limit: null, source: 'phrases default', model: 'reference', noise: 0, dropEdges: 0, spuriousEdges: 0 }
  const said = explainPaper(reportOf('emend/bench-controlled@1', settings, [{ name: 'paper', usesOracle: false }], [score], 0, () => 1, 0))
  expect(said).toContain('Of 1 derived memories that a fault had reached, 1 stayed and 0 were quarantined')
  expect(said).toContain('Of 3 claims that state what a fault said, 2 stayed valid: 1 of them cite nothing clean themselves')
  expect(said).toContain('Of 1 affected plans and mutations 1 stayed, 0 of them for the input of their turn.')
  expect(said).toContain('1 of 1 cases are not recovered (stale 1 of 1)')
  expect(explainPaper(reportOf('emend/bench-controlled@1', settings, [{ name: 'facts', usesOracle: false }], [], 0, () => 1, 0))).toBeNull()
})
