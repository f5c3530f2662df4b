/** Where people stumble: mistyped names, hints that lead nowhere, ids that nobody told, lines that do not work as printed. */
import { EventEmitter } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeIo } from '../../src/cli/io.js'
import { makeProgram } from '../../src/cli/program.js'
import { runCli } from '../../src/cli/run-cli.js'
import { errorCodes, type ErrorCode } from '../../src/errors.js'
import { testDatabase } from '../database.js'
import { projectFiles } from '../house/source-files.js'

const { url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'emend-edges-'))
beforeEach(() => vi.stubEnv('EMEND_TENANT', ''))
afterEach(() => vi.unstubAllEnvs())

async function at(databaseUrl: string, args: string[]) {
  const written = { out: '', err: '' }
  const code = await runCli([...args, '--database-url', databaseUrl], {
    stdout: { write: (text: string) => { written.out += text } }, stderr: { write: (text: string) => { written.err += text } },
  })
  return { code, ...written }
}
const emend = (...args: string[]) => at(url, args)
const tenants = async () => (JSON.parse((await emend('tenant', 'list', '--json')).out) as { name: string }[]).map(({ name }) => name)

const program = makeProgram(makeIo({ stdout: { write: () => {} }, stderr: { write: () => {} } }))
const commandAt = (words: string[]): Command | undefined =>
  words.reduce<Command | undefined>((command, word) => command?.commands.find((inner) => inner.name() === word), program)

describe('a tenant that nobody has', () => {
  /** Commands that make one, or that name none. */
  const making = ['demo', 'up', 'migrate', 'serve', 'mcp', 'worker', 'import', 'restore', 'setup', 'doctor', 'bench', 'tenant', 'key create']
  const given: Record<string, string[]> = {
    export: [], backup: ['-'], erase: ['ana'], 'fault add': ['m1'], 'fault release': ['1'], 'fault withdraw': ['1'], 'detect enable': ['drift'], 'detect disable': ['drift'],
    trace: ['1'], explain: ['m1'], answer: ['a1'], plan: ['1'], repair: ['1'], 'repair show': ['1'], approve: ['1'], skip: ['1'], undo: ['1'], 'key revoke': ['1'],
    'login add': ['somebody'], 'login remove': ['somebody'], 'tool add': ['x', '--effect', 'pure', '--http', 'https://tools.example.com'], 'tool remove': ['x'],
    'settings review': ['always'], 'settings model': ['default'], 'webhook add': ['https://hooks.example.com', '--secret', 'HOOK'], 'webhook remove': ['1'],
  }
  const all = program.commands.flatMap((command) => [...(command.commands.length === 0 || command.name() === 'repair' || command.name() === 'settings' ? [command.name()] : []),
    ...command.commands.map((inner) => `${command.name()} ${inner.name()}`)])
  const looking = all.filter((path) => !making.includes(path) && !making.includes(path.split(' ')[0] ?? ''))

  test.each(looking)('emend %s --tenant mistyped says that there is none and how to see them, and makes none', async (path) => {
    const { code, out, err } = await emend(...path.split(' '), ...given[path] ?? [], '--tenant', 'mistyped')
    expect([path, code, out, err]).toEqual([path, 3, '', expect.stringMatching(/mistyped[^]*emend tenant list/)])
    expect(await tenants()).not.toContain('mistyped')
  })

  test('tenant create makes one, again changes nothing, and list shows it', async () => {
    expect(await emend('tenant', 'create', 'acme', '--policy', 'paper')).toMatchObject({ code: 0, out: 'acme\n' })
    expect(await emend('tenant', 'create', 'acme')).toMatchObject({ code: 0 })
    expect((await emend('tenant', 'list')).out).toMatch(/acme +│ paper/)
    expect(await emend('status', '--tenant', 'acme')).toMatchObject({ code: 0 })
  })
})

describe('hints', () => {
  /** What each hint sends people to; a code that is not here names no command. */
  const sentTo: Partial<Record<ErrorCode, string[]>> = {
    unknown_tenant: ['tenant list', 'tenant create'], bad_backup: ['backup'], unauthorized: ['key create'], needs_migration: ['migrate'], database_unreachable: ['doctor'],
    missing_role: ['setup sql'], missing_extension: ['setup sql'], repair_conflict: ['undo'], repair_state: ['repair list', 'approve', 'skip'], not_held: ['fault list'], blast_radius: ['approve'],
    tool_missing: ['tool add'],
  }
  const named = (text: string): string[] => [...text.matchAll(/\bemend ([a-z]+)(?: ([a-z]+))?/g)]
    .filter(([, first = '']) => commandAt([first])).map(([, first = '', second = '']) => (commandAt([first, second]) ? `${first} ${second}` : first))

  test.each(Object.keys(errorCodes) as ErrorCode[])('of %s name commands and flags that there are', (code) => {
    const { hint } = errorCodes[code]
    expect([code, named(hint)]).toEqual([code, sentTo[code] ?? []])
    const flags = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)].flatMap((command) => command.options.map(({ long }) => long))
    for (const [flag] of hint.matchAll(/--[a-z-]+/g)) expect([...flags, '--help']).toContain(flag)
    expect(hint).toMatch(/^[A-Z].*[.\w)]$/)
  })

  test('every command that the program prints exists', () => {
    const printed = projectFiles('src').filter(({ path }) => path.startsWith('src/cli/'))
      .flatMap(({ path, text }) => [...text.matchAll(/(?:\$ |with: |npx |another one: )emend ([a-z]+)(?: ([a-z]+))?/g)].map(([, first = '', second = '']) => ({ path, first, second })))
    expect(printed.length).toBeGreaterThan(40)
    for (const { path, first, second } of printed) {
      const command = commandAt([first])
      expect([path, first, command !== undefined]).toEqual([path, first, true])
      if (command !== undefined && command.commands.length > 0 && !['repair', 'settings'].includes(first)) expect([path, first, second, commandAt([first, second]) !== undefined]).toEqual([path, first, second, true])
    }
  })
})

test('import says which ids it gave, and fault add twice gives one fault', async () => {
  const file = join(folder, 'run.json')
  writeFileSync(file, JSON.stringify([
    { role: 'user', content: 'What does the lamp cost?' }, { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_price', arguments: '{"item":"lamp"}' } }] },
    { role: 'tool', tool_call_id: 'c1', name: 'get_price', content: '{"price": "$40.00"}' }, { role: 'assistant', content: 'The lamp costs $40.00.' },
  ]))
  const on = ['--tenant', 'imported']
  const { out } = await emend('import', file, '--remember', 'observations', ...on)
  expect(out).toMatch(/^ids: run:0 \(input\), .*run:2\.memory \(memory\)/m)
  const { ids } = JSON.parse((await emend('import', file, '--remember', 'observations', '--json', ...on)).out) as { ids: { id: string; kind: string }[] }
  expect(ids).toContainEqual({ id: 'run:2.memory', kind: 'memory' })
  for (const { id } of ids) expect([id, (await emend('explain', id, ...on)).code]).toEqual([id, 0])

  const mem0 = join(folder, 'mem0.json')
  writeFileSync(mem0, JSON.stringify({ results: Array.from({ length: 12 }, (_, index) => ({ id: `x${index}`, memory: `Ana owns book ${index}.`, user_id: 'ana' })) }))
  expect((await emend('import', mem0, '--format', 'mem0', ...on)).out).toMatch(/^ids: x0, x1, .*x9\n {2}and 2 more; --json lists all$/m)
  expect(JSON.parse((await emend('import', mem0, '--format', 'mem0', '--json', ...on)).out)).toMatchObject({ ids: Array.from({ length: 12 }, (_, index) => `x${index}`) })

  const first = (await emend('fault', 'add', 'x3', '--evidence', 'lent', ...on)).out
  expect((await emend('fault', 'add', 'x3', ...on)).out).toBe(first)
  expect(JSON.parse((await emend('fault', 'list', '--json', ...on)).out)).toHaveLength(1)
})

test('a backup to stdout waits while nobody takes it', async () => {
  await emend('tenant', 'create', 'slow')
  const slow = Object.assign(new EventEmitter(), { taken: 0, asked: 0, write(_text: string) {
    slow.asked += 1
    setImmediate(() => {
      slow.taken += 1
      slow.emit('drain')
    })
    expect(slow.asked - slow.taken).toBe(1) // no line before the one before it was taken
    return false
  } })
  expect(await runCli(['backup', '-', '--tenant', 'slow', '--database-url', url], { stdout: slow, stderr: { write: () => {} } })).toBe(0)
  expect([slow.asked > 2, slow.taken]).toEqual([true, slow.asked])
})

test('login add prints how psql connects, without the password', async () => {
  await emend('tenant', 'create', "o'hara")
  const withPassword = new URL(url)
  withPassword.password ||= 'tell-nobody' // a server that asks for one has its own
  withPassword.searchParams.set('application_name', 'x')
  const { code, out, err } = await at(withPassword.href, ['login', 'add', 'acme audit', '--tenant', "o'hara"])
  const address = `postgres://acme%20audit@${withPassword.host}${withPassword.pathname}?application_name=x`
  expect([code, out]).toEqual([0, `create role "acme audit" login in role emend_auditor;\npsql '${address}'\nselect emend.use_tenant('o''hara');\n`])
  expect(err).toContain('\\password "acme audit"')
  const { out: json } = await at(withPassword.href, ['login', 'add', 'acme audit', '--tenant', "o'hara", '--json'])
  expect(JSON.parse(json)).toMatchObject({ name: 'acme audit', exists: false, connect: { address, first: "select emend.use_tenant('o''hara');" } })
  expect(out + err + json).not.toContain(`:${withPassword.password}@`)
  expect(out + json).not.toContain(withPassword.password)
})

test('the last lines of the demo are commands that work as they are printed', async () => {
  const { out } = await emend('demo')
  const lines = out.trimEnd().split('\n').slice(-3)
  expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(['npx emend explain', 'npx emend repair', 'npx emend status'])
  for (const line of lines) expect([line, (await emend(...line.split(' ').slice(2))).code]).toEqual([line, 0])
}, 120_000)
