/** Every code block of the README is run. npm's own commands are looked up in package.json, because they run these tests. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mcpDoor } from '../src/cli/mcp-door.js'
import { runCli } from '../src/cli/run-cli.js'
import { variableNames } from '../src/config.js'
import { buildServer } from '../src/http/server.js'
import { openStore } from '../src/index.js'
import { tools } from '../src/mcp/tools.js'
import { keyRoles } from '../src/vocabulary.js'
import { buildOnce } from './build-once.js'
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
  writeFileSync(join(folder, 'mem0.json'), JSON.stringify({ results: [{ id: 'mem0-1', memory: 'Prefers window seats', user_id: 'alex' }] }))
  writeFileSync(join(folder, 'memory.jsonl'), '{"type":"entity","name":"Ana","entityType":"person","observations":["Has a boat"]}\n')
})
afterAll(() => vi.unstubAllEnvs())

test('every block is of a language that is run here', () => {
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['bash', 'json', 'python', 'sh', 'sql', 'text', 'ts'])
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
  expect(log.mock.calls.map((said) => said.slice(0, 2) as unknown)).toContainEqual(['done', ['m1']])
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

describe('over HTTP', () => {
  /** Run a snippet against a server, which listens at another port than the printed one. */
  async function run(language: 'bash' | 'python', program: string[]): Promise<string> {
    const store = await openStore({ databaseUrl: url })
    const tenant = `readme-${language}`
    await store.tenant(tenant)
    const { secret } = await store.keys.create({ tenant, role: 'admin' })
    const server = await buildServer({ store })
    const at = await server.listen({ host: '127.0.0.1', port: 0 })
    try {
      const code = of(language).join('\n')
      expect(code).toContain('http://127.0.0.1:8377/')
      const { stdout } = await promisify(execFile)(program[0]!, [...program.slice(1), code.replaceAll('http://127.0.0.1:8377', at).replaceAll('> acme.', `> ${folder}/acme.`)], { env: { ...process.env, KEY: secret } })
      return stdout
    } finally {
      await server.close()
      await store.close()
    }
  }
  const isThere = (program: string): boolean => {
    if (spawnSync(program, ['--version']).status === 0) return true
    console.error(`\n*** SKIPPED: a snippet of the README is not run, there is no ${program} here ***\n`)
    return false
  }

  test.skipIf(!isThere('curl') || !isThere('bash'))('the curl commands run, and the memory is out of retrieval at the end', async () => {
    const answers = (await run('bash', ['bash', '-euc'])).replaceAll('}{', '}\n{').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(answers).toMatchObject([{ id: 'h1' }, { results: [{ id: 'h1' }] }, { memoryId: 'h1', state: 'open' }, { id: 'h1', isWithheld: true, content: null }, {}, {}])
    expect(answers.at(-1)).toEqual({}) // every span and every event was taken
    expect(readFileSync(join(folder, 'acme.jsonl'), 'utf8')).toMatch(/^\{"format":"emend\/backup@1"[^]*"sha256":"\w+"\}\n$/)
    expect(JSON.parse(readFileSync(join(folder, 'acme.prov.json'), 'utf8'))).toMatchObject({ entity: { 'node:h1': {} } })
  })

  test.skipIf(!isThere('python3'))('the Python runs', async () => {
    expect(await run('python', ['python3', '-c'])).toBe('')
    const store = await openStore({ databaseUrl: url })
    const tenant = await store.tenant('readme-python')
    const [memory] = await tenant.memories.list({ userId: 'lee' })
    expect((await tenant.memories.usage(memory!.id)).map(({ kind }) => kind)).toEqual(['memory_read', 'final_answer'])
    await store.close()
  })
})

describe('over MCP', () => {
  interface McpConfiguration { mcpServers: { emend: { command: string; args: string[]; url: string; headers: Record<string, string> } } }
  const configured = (index: number, replaced: (text: string) => string = (text) => text) =>
    (JSON.parse(replaced(of('json')[index] ?? '')) as McpConfiguration).mcpServers.emend

  async function remember(transport: Transport): Promise<unknown> {
    const client = new Client({ name: 'readme', version: '1' })
    await client.connect(transport)
    await client.callTool({ name: 'add_memory', arguments: { content: 'The boat of Ana is green.' } })
    const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: { query: 'boat' } })
    await client.close()
    return structuredContent
  }
  const found = { read_step_id: expect.any(String), results: [{ content: 'The boat of Ana is green.' }] }

  test('a client starts the command and remembers', async () => {
    buildOnce()
    const { command, args } = configured(0)
    expect(await remember(new StdioClientTransport({ command, args, env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url } }))).toMatchObject(found)
  }, 120_000)

  test('a client reaches the server at /mcp with its key', async () => {
    const store = await openStore({ databaseUrl: url })
    await store.tenant('readme-mcp')
    const { secret } = await store.keys.create({ tenant: 'readme-mcp', role: 'agent' })
    const server = await buildServer({ store, doors: [mcpDoor(() => {})] })
    const at = await server.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { url, headers } = configured(1, (text) => text.replace('http://127.0.0.1:8377', at).replace('${KEY}', secret))
      expect(await remember(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))).toMatchObject(found)
    } finally {
      await server.close()
      await store.close()
    }
  })

  test('the table names the tools of each role', () => {
    for (const role of keyRoles) {
      const [, named = ''] = new RegExp(`^\\| ${role} \\| (.*) \\|$`, 'm').exec(readme) ?? []
      const may = tools.filter(({ roles }) => roles.includes(role)).map(({ name }) => name)
      const shown = [...named.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
      expect([role, shown.sort()]).toEqual([role, role === 'admin' ? ['approve_repair', 'undo_repair'] : may.sort()])
    }
    expect(tools.filter(({ roles }) => !roles.includes('admin'))).toEqual([])
  })
})

test('every adapter is imported as the table says', async () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, { default: string }> }
  const lines = [...readme.matchAll(/^\|.*`import \{ (.*) \} from 'emend\/([\w-]+)'`/gm)].map(([, names = '', path = '']) => ({ names: names.split(', '), path }))
  expect(lines.map(({ path }) => `./${path}`).sort()).toEqual(Object.keys(exports).filter((path) => exports[path]?.default?.includes('/interop/')).sort())
  for (const { names, path } of lines) {
    const module = await import(resolve(exports[`./${path}`]!.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))) as Record<string, unknown>
    expect([path, names.map((name) => typeof module[name])]).toEqual([path, names.map(() => 'function')])
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
    expect(await run(['tenant', 'create', 'readme'])).toMatchObject({ code: 0 }) // emend up makes it for a reader
    for (const line of lines.filter((text) => text.startsWith('npx emend '))) {
      const words = [...line.replace(/ +#.*/, '').slice('npx emend '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const repair = words[0] === 'undo' ? String((JSON.parse((await run(['repair', 'list', '--json'])).out) as { id: number }[])[0]?.id) : fault
      const { code, out, err } = await run(words.map((word) => (/^[\w.]+\.jsonl?$/.test(word) ? join(folder, word) : word === '1' ? repair : word)))
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
