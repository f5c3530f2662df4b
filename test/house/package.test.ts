import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'emend-package-'))
const project = join(folder, 'project')
const installed = join(project, 'node_modules', 'emend')
const run = (command: string, args: string[], cwd: string) => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** What npm makes of the project, installed into an empty one. Its build is the one that test/server.ts made. */
beforeAll(() => {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], '.')) as { filename: string }[]
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n')
  run('npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed!.filename)], project)
}, 180_000)
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

test('the installed bin runs', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(run('npx', ['--no-install', 'emend', '--version'], project).trim()).toBe(version)
})

test('migrations and sql are inside and found from there', () => {
  const program = `
    import { readMigrations, readSqlObjects } from ${JSON.stringify(join(installed, 'dist/db/sql-files.js'))}
    console.log(JSON.stringify([readMigrations().length, readSqlObjects().length]))`
  const found: unknown = JSON.parse(run('node', ['--input-type=module', '-e', program], project))
  const files = readdirSync('sql', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  expect(found).toEqual([readdirSync('migrations').length, files.length])
})

test('only what is needed is inside', () => {
  expect(readdirSync(installed).filter((name) => name !== 'node_modules').sort())
    .toEqual(['.env.example', 'LICENSE', 'README.md', 'dist', 'migrations', 'package.json', 'sql', 'src', 'test'])
})

test('every subpath resolves to what is inside, and loads without the framework that it is for', () => {
  const { exports, peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>; peerDependencies: Record<string, string>; peerDependenciesMeta: Record<string, { optional: boolean }>
  }
  for (const target of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))) {
    expect([target, existsSync(join(installed, target))]).toEqual([target, true])
  }
  const load = (path: string) => run('node', ['--input-type=module', '-e', `import('emend${path.slice(1)}').then((module) => console.log(Object.keys(module).length), (error) => console.log(error.code, error.message))`], project)
  for (const path of Object.keys(exports).filter((path) => !path.endsWith('.json'))) {
    if (path === './langgraph') expect(load(path)).toMatch(/^ERR_MODULE_NOT_FOUND .*@langchain/) // its store extends LangGraph's
    else expect([path, Number(load(path)) > 0]).toEqual([path, true])
  }
  expect(Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)).toEqual([])
  expect(readdirSync(join(project, 'node_modules')).filter((name) => ['ai', '@langchain', '@openai', '@anthropic-ai'].includes(name))).toEqual([])
})

test('the types resolve', () => {
  writeFileSync(join(project, 'use.ts'), `
    import { openEmend, openStore } from 'emend'
    import { buildServer } from 'emend/http'
    import { mcpServer } from 'emend/mcp'
    import { Memory } from 'emend/mem0'
    import { ingestTraces } from 'emend/otel'
    const opened = openEmend()
    const closable: Promise<{ close(): Promise<void> }> = opened
    const served: Promise<{ listen(options: { port: number }): Promise<string> }> = openStore().then((store) => buildServer({ store }))
    // @ts-expect-error an option that does not exist
    const wrong = openEmend({ noSuchOption: 1 })
    const spoken: (options: Parameters<typeof mcpServer>[0]) => { close(): Promise<void> } = mcpServer
    const ingested: Promise<{ written: number }> = opened.then((emend) => ingestTraces(emend, { resourceSpans: [] }))
    const found: Promise<{ results: { id: string; memory: string }[] }> = opened.then((emend) => new Memory(emend).search('x', { userId: 'ana' }))
    export { closable, found, ingested, opened, served, spoken, wrong }`)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', types: [], skipLibCheck: true }, include: ['use.ts'],
  }))
  run(process.execPath, [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', '.'], project)
})
