/** An agent in Python over plain SQL, from what it is told to the repaired answer. */
import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { openEmend } from '../../../src/index.js'
import { testDatabase } from '../../database.js'

const interpreters = ['python3', '/usr/bin/python3'] // Debian's own has Debian's drivers
const drivers = ['psycopg', 'psycopg2'].map((driver) => ({ driver, python: interpreters.find((python) => spawnSync(python, ['-c', `import ${driver}`]).status === 0) }))
for (const { driver, python } of drivers) {
  if (python === undefined) console.error(`\n*** SKIPPED: the SQL example in Python is not run with ${driver}, no python3 here has it ***\n`)
}

const { url } = await testDatabase()
const opened = await Promise.all(drivers.map(({ driver }) => openEmend({ databaseUrl: url, tenant: driver })))
afterAll(async () => { for (const emend of opened) await emend.close() })

test.each(drivers.map((one, index) => ({ ...one, emend: opened[index]! })))('with $driver: told, asked, doubted, repaired', async ({ driver, python, emend }) => {
  if (python === undefined) return
  const hidden = driver === 'psycopg' ? '' : 'import sys; sys.modules["psycopg"] = None; ' // else it takes the newer one
  const run = (...words: string[]) => JSON.parse(execFileSync(python, ['-c', `${hidden}import runpy, sys; sys.argv = ["agent.py"] + sys.argv[1:]; runpy.run_path("src/interop/psycopg/examples/agent.py", run_name="__main__")`, ...words],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, EMEND_TENANT: driver } })) as Record<string, string>

  run('tell', 'The router of Ana is a BX-300.')
  const { memory = '' } = run('tell', 'The router of Ana is an AX-200.')
  const { answer, step = '', session = '', memories } = run('ask', 'Which router does Ana have?')
  expect([answer, memories]).toEqual(['The router of Ana is an AX-200.', [memory]])
  expect((await emend.memories.usage(memory)).map(({ kind, labels }) => [kind, labels])).toEqual([['memory_read', ['cite']], ['final_answer', ['cite']]])
  expect(run('answer', session)).toEqual({ answer, validity: 'valid', is_repaired: false })

  expect(run('doubt', memory, 'the page can be edited by anyone')).toEqual({ doubted: memory })
  expect((await emend.memories.get(memory)).isReadable).toBe(false)
  await emend.work({ once: true })
  expect(run('answer', session)).toEqual({ answer: expect.stringContaining('BX-300'), validity: 'valid', is_repaired: true })
  expect(run('ask', 'Which router does Ana have?')['answer']).toBe('The router of Ana is a BX-300.')
  expect((await emend.answers.current(step)).isReplaced).toBe(true)
})
