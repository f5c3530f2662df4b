import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '../database.js'
import { arm, judgeItems } from './graph-of.js'

const database = testDatabase()

interface CaseFile {
  user: string
  items: Record<string, unknown>[]
  faults: { memory_id: string }[]
}

async function judged(name: string, policy: 'facts' | 'paper') {
  const file = JSON.parse(readFileSync(new URL(`./worked/${name}.json`, import.meta.url), 'utf8')) as CaseFile
  const { db, tenant } = await database
  const { tenantId } = await tenant(policy)
  const items = file.items.map((item) => ({ user: file.user, ...item }))
  return judgeItems(db, tenantId, items, file.faults.map((fault) => fault.memory_id), arm(policy))
}

test('second witness: what the observation says too stands on it, and what follows stands on that', async () => {
  const result = await judged('second-witness', 'facts')
  expect(result.affected).toEqual(['m1', 's1', 's5', 's6', 's7', 'm3', 's8'])
  expect(result.supported).toEqual(['s5', 's6', 's8'])
  const covered = result.verdict('s5')!.proof
  expect(covered.kind === 'covered' && covered.clean.map(result.name)).toEqual(['s4'])
  const following = result.verdict('s6')!.proof
  expect(following.kind === 'premises' && following.clean.map(result.name)).toEqual(['m0', 's5'])
  expect(result.verdict('m3')!.proof.kind).toBe('no_clean_premise')
  expect(result.verdict('m1')!.proof.kind).toBe('faulty')
})

test('second witness by the paper: one clean root saves a node, and nothing saves what rests on the fault alone', async () => {
  const result = await judged('second-witness', 'paper')
  // s8 cites s5 and s6 only: both are affected, and what was preserved validates nobody.
  expect(result.supported).toEqual(['s5', 's6'])
})

test('summary drift: the producer of the drifted summary stands on clean evidence, its readers do not', async () => {
  const result = await judged('summary-drift', 'facts')
  expect(result.affected).toEqual(['s7', 'm2', 's9', 's10', 's11', 's12', 's13'])
  expect(result.seeds).toMatchObject([{ kind: 'producer' }])
  expect(result.supported).toEqual(['s7'])
})

test('bad superseder: the update stands on what the user said, what was read afterwards does not', async () => {
  const result = await judged('bad-superseder', 'facts')
  expect(result.affected).toEqual(['s2', 'm2', 's3', 's4', 's5'])
  expect(result.supported).toEqual(['s2'])
})
