import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Pass failpoint B3 twice in a program of its own. */
function passTwice(failpoints: string | undefined): { said: string; signal: NodeJS.Signals | null } {
  const program = `
    import { failpoint } from './dist/db/failpoints.js'
    failpoint('B3'); process.stdout.write('once '); failpoint('B3'); process.stdout.write('twice')`
  const env: NodeJS.ProcessEnv = { ...process.env }
  delete env['EMEND_FAILPOINTS']
  if (failpoints !== undefined) env['EMEND_FAILPOINTS'] = failpoints
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
  return { said: stdout, signal }
}

test('failpoints are inert unless the environment names them', () => {
  for (const value of [undefined, '', 'B1', 'B5:1,tool-called']) expect(passTwice(value)).toEqual({ said: 'once twice', signal: null })
})

test('a named failpoint kills the program without a chance to clean up, at the first or the given passing', () => {
  expect(passTwice('B3')).toEqual({ said: '', signal: 'SIGKILL' })
  expect(passTwice('B1,B3:2')).toEqual({ said: 'once ', signal: 'SIGKILL' })
  expect(passTwice('B3:3')).toEqual({ said: 'once twice', signal: null })
})
