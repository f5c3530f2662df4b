import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEmend } from '../../src/index.js'
import { runCli } from '../../src/cli/run-cli.js'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()

async function answer(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const code = await runCli(['answer', ...args, '--tenant', 'kim', '--database-url', url], {
    stdout: { write: (text: string) => { written.out += text } },
    stderr: { write: (text: string) => { written.err += text } },
  })
  return { code, ...written }
}

beforeEach(() => { vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true') })
afterEach(() => vi.unstubAllEnvs())

test('emend answer says what stands, and makes a stale answer again when asked to', async () => {
  const emend = await openEmend({ databaseUrl: url, tenant: 'kim' })
  await emend.memories.add('The plan of Kim is Silver.', { id: 'k1', userId: 'kim', source: 'tool_observation' })
  for (const session of ['1', '2']) {
    await emend.inputs.add('Which plan do I have?', { id: `u${session}`, sessionId: session, userId: 'kim' })
    await emend.steps.record({ id: `a${session}`, sessionId: session, type: 'final_answer', content: 'The plan of Kim is Silver.', usedIds: [`u${session}`, 'k1'] })
  }
  expect(await answer('a1')).toMatchObject({ code: 0, out: 'a1: The plan of Kim is Silver.\n' })
  const fault = await emend.faults.add({ memoryId: 'k1', failedAnswerId: 'a2' })
  await emend.repairs.run(await emend.repairs.openFor(fault.id))
  await emend.close()

  expect(await answer('a1')).toMatchObject({ code: 1, out: 'a1: stale, it rests on a fault; --again makes it again\n' })
  const again = await answer('a1', '--again', '--json')
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('the answer is stale, making it again') })
  const made = JSON.parse(again.out) as { id: string; content: string }
  expect(made).toMatchObject({ validity: 'valid', isReplaced: true, isStale: false, content: expect.not.stringContaining('Silver') })
  expect(await answer('a1')).toMatchObject({ code: 0, out: `${made.id}, made by a repair: ${made.content}\n` })
  expect(await answer('nobody')).toMatchObject({ code: 3 })
})
