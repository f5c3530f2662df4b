import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CaseFile } from '../../src/case/case-file.js'
import { readCase } from '../../src/case/read-case.js'
import { loadCase } from '../../src/case/run-case.js'
import { openEmend, type Emend } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { paperArm } from './paper-arm.js'

const { url } = await testDatabase()

function casesOf(folder: string): CaseFile[] {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  if (!existsSync(path)) {
    console.warn(`SKIPPED: ${path} is absent`)
    return []
  }
  return readdirSync(path).filter((name) => name.endsWith('.json')).sort().map((name) => readCase(readFileSync(`${path}/${name}`, 'utf8'), name))
}

/** Load, repair, and let `look` see the store before the tenant goes. */
async function run(file: CaseFile, look: (emend: Emend) => Promise<void> = async () => {}) {
  const loaded = await loadCase(file, (options) => openEmend({ ...options, databaseUrl: url }))
  try {
    const outcome = await loaded.run()
    await look(loaded.emend)
    return outcome
  } finally {
    await loaded.close()
  }
}

const own = casesOf('../cases')
const shared = casesOf('../../../shared/cases')

describe('policy facts', () => {
  test.each([...own, ...shared].filter(({ policy }) => policy === 'facts').map((file) => [file.id, file] as const))('%s comes out as it expects', async (_id, file) => {
    const { report, shortfalls } = await run(file, async (emend) => {
      expect((await emend.status()).violations).toEqual([])
    })
    expect(shortfalls.map(({ place, expected, got }) => `${place}: expected ${expected}, got ${got}`)).toEqual([])
    expect(report.verify).toMatchObject({ violations: 0 })
    const plain = await run({ ...file, then: [] })
    expect(plain.report.plan.hash, 'the same rows give the same plan').toBe(report.plan.hash)
  })

  test('Repairing a case a second time changes nothing: no repair is opened', async () => {
    const file = own.find(({ id }) => id === 'poisoned-price')
    if (!file) throw new Error('poisoned-price is missing')
    await run({ ...file, then: [] }, async (emend) => {
      const before = await emend.allMemories()
      expect(await emend.repairs.open()).toEqual([])
      const [repair] = await emend.repairs.list()
      await emend.repairs.run(repair?.id ?? 0)
      expect(await emend.allMemories()).toEqual(before)
    })
  })
})

describe('policy paper', () => {
  test('every case says what the paper gives for it', () => {
    expect(Object.keys(paperArm).sort()).toEqual(own.map(({ id }) => id).sort())
  })

  test.each(own.map((file) => [file.id, file] as const))('%s comes out as the published rules have it', async (id, file) => {
    const arm = paperArm[id]
    if (!arm) throw new Error(`${id} has no entry`)
    const { shortfalls } = await run({ ...file, policy: 'paper', expect: arm.expect, then: [] })
    expect(shortfalls.map(({ place, expected, got }) => `${place}: expected ${expected}, got ${got}`)).toEqual([])
  })
})
