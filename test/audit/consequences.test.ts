import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { explanationTree } from '../../src/api/explain-tree.js'
import { readCase } from '../../src/case/read-case.js'
import { loadCase } from '../../src/case/run-case.js'
import { openEmend, type Emend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()

/** Repair a case of test/cases and look at what is left. */
async function repaired(name: string, look: (emend: Emend) => Promise<void>): Promise<void> {
  const file = readCase(readFileSync(fileURLToPath(new URL(`../cases/${name}.json`, import.meta.url)), 'utf8'), name)
  const loaded = await loadCase({ ...file, then: [] }, (options) => openEmend({ ...options, databaseUrl: url }))
  try {
    await loaded.run()
    await look(loaded.emend)
  } finally {
    await loaded.close()
  }
}

test('An irreversible call whose reason fell is listed for a person, with what it did', async () => {
  await repaired('irreversible-call', async (emend) => {
    expect((await emend.status()).consequences).toMatchObject([{ actionId: 's3', tool: 'ship', call: 'ship(77)' }])
  })
  await repaired('poisoned-price', async (emend) => expect((await emend.status()).consequences).toEqual([]))
})

test('explain shows the way that contamination took: never over supersede, and the replaced memory as no evidence', async () => {
  await repaired('correction-in-few-words', async (emend) => {
    const text = explanationTree(await emend.explain('m2'))
    expect(text).not.toContain('-supersede->')
    expect(text).toMatch(/-cite-> x1 .*\n.*-produce-> m2 /)
    expect(text).toContain('B: found in u2')
    expect(text).toContain('router: named as in m1')
    expect(text).toContain('takes the place of: m1')
  })
})

test('explain says that an answer of another session is stale', async () => {
  await repaired('answer-of-another-session', async (emend) => {
    expect(explanationTree(await emend.explain('a2'))).toContain('stale: it is made again when somebody asks for it')
    expect(explanationTree(await emend.explain('a1'))).not.toContain('stale')
  })
})
