/** The example agent in Python, over a server. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openServer } from '../open-server.js'

const python = spawnSync('python3', ['--version'], { encoding: 'utf8' })
if (python.status !== 0) console.error('\n*** SKIPPED: the Python example is not run, there is no python3 here ***\n')

test.skipIf(python.status !== 0)('an agent in Python remembers, searches, answers and cites, and its answer is repaired', async () => {
  const { app, tenant, keys, log } = await openServer()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { stdout } = await promisify(execFile)('python3', ['src/http/examples/agent.py'], {
    env: { PATH: process.env['PATH'] ?? '', EMEND_SERVER: url, EMEND_KEY: keys.agent },
  })
  const { answer, step, session } = JSON.parse(stdout) as Record<'answer' | 'step' | 'session', string>
  expect(answer).toBe('The router of Ana is an AX-200.')
  const [memory] = await tenant.memories.list({ userId: 'ana' })
  expect((await tenant.memories.usage(memory!.id)).map(({ id, kind }) => [kind, id === step])).toEqual([['memory_read', false], ['final_answer', true]])
  expect(await tenant.sessions.get(session)).toMatchObject({ userId: 'ana', lastTurn: 1 })

  const fault = await tenant.faults.add({ memoryId: memory!.id, failedAnswerId: step })
  const report = await tenant.repairs.run(await tenant.repairs.openFor(fault.id))
  expect(report.state).toBe('done')
  expect(report.answer.before).toBe(answer)
  expect(report.answer.after).not.toContain('AX-200')
  const again = await promisify(execFile)('python3', ['src/http/examples/agent.py', '--again', step], { env: { PATH: process.env['PATH'] ?? '', EMEND_SERVER: url, EMEND_KEY: keys.agent } })
  expect(JSON.parse(again.stdout)).toMatchObject({ isReplaced: true, validity: 'valid', content: report.answer.after })
  const refused = await promisify(execFile)('python3', ['src/http/examples/agent.py'], {
    env: { PATH: process.env['PATH'] ?? '', EMEND_SERVER: url, EMEND_KEY: keys.auditor },
  }).catch((error: { stderr: string }) => error)
  expect(refused.stderr).toContain('EmendError: forbidden')
  expect(log).toEqual([])
})
