/** Every code block of the README is run. npm's own commands are looked up in package.json, because they run these tests. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCli } from '../src/cli/run-cli.js'
import { variableNames } from '../src/config.js'
import { paperArm } from './case/paper-arm.js'
import { testDatabase } from './database.js'

const readme = readFileSync('README.md', 'utf8')
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }))
const of = (language: string) => blocks.filter((block) => block.language === language).map(({ code }) => code)

const { url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'emend-readme-'))

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', url)
  writeFileSync(join(folder, 'run.json'), JSON.stringify([
    { role: 'user', content: 'What does the lamp cost?' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_price', arguments: '{}' } }] },
    { role: 'system', content: 'Be brief.' },
    { role: 'tool', tool_call_id: 'c1', name: 'get_price', content: '{"item": "lamp", "price": "$40.00"}' },
    { role: 'assistant', content: 'The lamp costs $40.00.' },
  ]))
})
afterAll(() => vi.unstubAllEnvs())

test('every block is of a language that is run here', () => {
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['sh', 'sql', 'text', 'ts'])
})

test('the TypeScript compiles and runs, and the SQL after it', async () => {
  const cache = resolve('node_modules/.cache/emend-readme')
  mkdirSync(cache, { recursive: true })
  const source = of('ts').join('\n')
  writeFileSync(join(cache, 'snippet.ts'), source)
  writeFileSync(join(cache, 'tsconfig.json'), JSON.stringify({
    extends: resolve('tsconfig.json'),
    compilerOptions: { paths: { emend: [resolve('src/index.ts')] }, noEmit: true, typeRoots: [resolve('node_modules/@types')] }, include: ['snippet.ts'],
  }))
  const checked = spawnSync('npx', ['tsc', '-p', cache], { encoding: 'utf8' })
  expect(checked.stdout.split('\n').filter((line) => line.includes('snippet.ts'))).toEqual([])

  const runnable = join(cache, `runnable-${process.pid}.ts`)
  writeFileSync(runnable, source.replace("from 'emend'", `from '${resolve('src/index.ts')}'`))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(runnable)
  expect(log.mock.calls.at(-1)?.slice(0, 2)).toEqual(['done', ['m1']])
  log.mockRestore()

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const code of of('sql')) await client.query(code)
    const { rows } = await client.query(`select memory, is_readable, f.state from emend.memory_now join emend.fault_report f using (memory) where memory in ('m2', 'm3') order by 1`)
    expect(rows).toEqual([{ memory: 'm2', is_readable: false, state: 'open' }, { memory: 'm3', is_readable: false, state: 'held' }])
  } finally {
    await client.end()
  }
})

describe('commands', () => {
  const lines = of('sh').flatMap((code) => code.split('\n')).filter((line) => line !== '')

  test('npm commands exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    for (const line of lines.filter((text) => text.startsWith('npm '))) {
      for (const [, run, name] of line.matchAll(/npm (run )?([\w:]+)/g)) expect(run || name === 'test' ? Object.keys(scripts) : ['ci']).toContain(name)
    }
  })

  test('emend commands run one after the other and end 0', async () => {
    const seen: string[] = []
    let fault = ''
    vi.stubEnv('EMEND_TENANT', 'readme')
    const run = async (words: string[]) => {
      const [out, err]: [string[], string[]] = [[], []]
      const code = await runCli(words, { stdout: { write: (text: string) => out.push(text) }, stderr: { write: (text: string) => err.push(text) } })
      return { code, out: out.join(''), err: err.join('') }
    }
    for (const line of lines.filter((text) => text.startsWith('npx emend '))) {
      const words = [...line.replace(/ +#.*/, '').slice('npx emend '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const repair = words[0] === 'undo' ? String((JSON.parse((await run(['repair', 'list', '--json'])).out) as { id: number }[])[0]?.id) : fault
      const { code, out, err } = await run(words.map((word) => (word === 'run.json' ? join(folder, word) : word === '1' ? repair : word)))
      expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, ''])
      if (words[0] === 'fault') fault = out.trim()
      seen.push(line)
    }
    expect(seen.length).toBeGreaterThan(5)
    expect(lines.filter((text) => !/^(npm|npx emend) /.test(text))).toEqual([])
  })

  test('the output of the demo is the one that is printed', async () => {
    const written: string[] = []
    await runCli(['demo'], { stdout: { write: (text: string) => written.push(text) }, stderr: { write: () => {} } })
    const [shown = ''] = of('text')
    expect(written.join('')).toContain(shown)
  })
})

test('the figures of the cases are those of the tests', () => {
  const arms = Object.values(paperArm)
  expect(readme).toContain(`| ${arms.length} of ${arms.length} |`)
  expect(readme).toContain(`| ${arms.filter(({ holds }) => holds).length} of ${arms.length} |`)
})

test('the table of guarantees is whole, and every variable named is one that is read', () => {
  expect([...readme.matchAll(/^\| (G\d+) \|/gm)].map(([, name]) => name)).toEqual(Array.from({ length: 12 }, (_, index) => `G${index + 1}`))
  const named = new Set([...readme.matchAll(/\b(EMEND_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name))
  expect([...named].filter((name) => !variableNames.includes(name))).toEqual([])
})
