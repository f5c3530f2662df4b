import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeIo } from '../../src/cli/io.js'
import { makeProgram } from '../../src/cli/program.js'
import { runCli } from '../../src/cli/run-cli.js'
import { testDatabase } from '../database.js'

const { url, pool } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'emend-cli-'))
const cases = new URL('../cases/', import.meta.url).pathname

/** Run a command against the test database. */
async function emend(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const code = await runCli([...args, '--database-url', url], {
    stdout: { write: (text: string) => { written.out += text } },
    stderr: { write: (text: string) => { written.err += text } },
  })
  return { code, ...written }
}

beforeEach(() => {
  vi.stubEnv('EMEND_TENANT', '')
  vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true')
})
afterEach(() => vi.unstubAllEnvs())

describe('help and version', () => {
  const program = makeProgram(makeIo({ stdout: { write: () => {} }, stderr: { write: () => {} } }))
  const paths = program.commands.flatMap((command) => [[command.name()], ...command.commands.map((inner) => [command.name(), inner.name()])])

  test('every command that the README names is there', () => {
    expect(program.commands.map((command) => command.name())).toEqual([
      'demo', 'up', 'migrate', 'serve', 'mcp', 'worker', 'import', 'export', 'fault', 'detect', 'trace', 'explain', 'answer', 'plan', 'repair', 'approve', 'skip', 'undo', 'erase', 'backup', 'restore', 'setup', 'tenant', 'key', 'login', 'tool', 'settings', 'webhook', 'status', 'doctor', 'bench',
    ])
  })

  test.each([[[]], ...paths.map((path) => [path])])('emend %s --help shows usage, the global flags and, where it acts, an example', async (path) => {
    const { code, out } = await emend(...path, '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/^Usage: emend/)
    expect(out).toContain('--version')
    if (path.length > 0) expect(out).toContain('--tenant <name>')
    if (!['fault', 'detect', 'bench', 'setup', 'tenant', 'key', 'login', 'tool', 'webhook'].includes(path.join(' '))) expect(out).toMatch(/\$ .*emend/)
    const version = await emend(...path, '--version')
    expect(version).toMatchObject({ code: 0, out: `${(JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version}\n` })
  })
})

describe('exit codes', () => {
  beforeAll(async () => expect(await emend('tenant', 'create', 'default')).toMatchObject({ code: 0 }))

  test.each([
    [2, ['nonsense']],
    [2, ['plan']],
    [2, ['plan', 'seven']],
    [2, ['status', '--policy', 'other']],
    [2, ['status', '--unknown']],
    [2, ['fault', 'add', 'm1', '--type', 'bad']],
    [2, ['repair', '--case', join(cases, 'second-witness.json'), '--check', '--policy', 'paper']],
    [3, ['plan', '4711']],
    [3, ['explain', 'nobody']],
    [3, ['repair', 'show', '4711']],
    [3, ['plan', '--case', '/nowhere.json']],
    [3, ['import', '/nowhere.json']],
    [6, ['fault', 'add', 'nobody']],
  ])('%i for emend %j', async (code, args) => {
    const result = await emend(...args)
    expect(result.code).toBe(code)
    expect(result.out).toBe('')
    expect(result.err).not.toBe('')
    expect(result.err, 'no stack trace').not.toMatch(/\n\s+at /)
  })

  test('5 where no server answers, with the hint of the registry', async () => {
    const lines: string[] = []
    const code = await runCli(['status', '--database-url', 'postgres://emend@127.0.0.1:1/none'], {
      stdout: { write: () => {} }, stderr: { write: (text: string) => lines.push(text) },
    })
    expect(code).toBe(5)
    expect(lines.join('')).toContain('Check DATABASE_URL')
  })

  test('With --json an error is JSON on stderr with its code', async () => {
    const { code, err } = await emend('plan', '4711', '--json')
    expect(code).toBe(3)
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'not_found', retryable: false } })
  })
})

describe('case files', () => {
  test('emend plan --case prints emend/plan@1 with the ids of the file, the same each time, and leaves no tenant behind', async () => {
    const file = join(cases, 'second-witness.json')
    const first = await emend('plan', '--case', file, '--json')
    const second = await emend('plan', '--case', file, '--json')
    expect(first.code).toBe(0)
    expect(second.out).toBe(first.out)
    expect(JSON.parse(first.out)).toMatchObject({
      format: 'emend/plan@1', policy: 'facts', delete_memory_ids: ['m1'], quarantine_memory_ids: ['m3'],
      rows: expect.arrayContaining([{ id: 'm1', disposition: 'delete', rule: 'R1', reason: 'diagnosed by page-check' }]),
    })
  })

  test('emend repair --case --json prints emend/repair@1', async () => {
    const { code, out } = await emend('repair', '--case', join(cases, 'poisoned-price.json'), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      format: 'emend/repair@1', plan: { format: 'emend/plan@1' }, state: 'done',
      answer: { before: 'StoreB is cheapest for P0199 at $66.95.', regenerated: true },
      calls: { tool: { compare_price: 1 }, probe: 0 }, verify: { violations: 0, sufficient: true },
      replayed: expect.arrayContaining([{ step: 's_003', new: "s_003'", changed: true, state: 'done' }]),
    })
  })

  test('--check ends 0 where the case comes out as it expects, 1 where it falls short, and says what was expected and what came', async () => {
    const good = join(cases, 'second-witness.json')
    expect(await emend('repair', '--case', good, '--check')).toMatchObject({ code: 0, err: `${good}: as expected\n` })
    const bad = join(folder, 'bad.json')
    writeFileSync(bad, readFileSync(good, 'utf8').replace('"quarantine": ["m3"]', '"quarantine": []'))
    const { code, err } = await emend('repair', '--case', bad, '--check')
    expect(code).toBe(1)
    expect(err).toBe(`${bad}: expect.quarantine: expected [], got [m3]: m3 is too many\n`)
  })

  test('A case that is not one is refused with the place', async () => {
    const file = join(folder, 'broken.json')
    writeFileSync(file, readFileSync(join(cases, 'second-witness.json'), 'utf8').replace('"used_ids": ["m1", "o2"]', '"used_ids": ["m1", "o3"]'))
    expect(await emend('plan', '--case', file)).toMatchObject({ code: 2, err: expect.stringContaining('items[7].used_ids[1]: "o3" is no id of this file') })
  })
})

describe('a store', () => {
  test('From import to undo: import, fault add, trace, plan, repair, explain, status, undo', async () => {
    const file = join(folder, 'run.json')
    writeFileSync(file, JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What does the lamp cost?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_price', arguments: '{"item":"lamp"}' } }] },
      { role: 'tool', tool_call_id: 'c1', name: 'get_price', content: '{"item": "lamp", "price": "$40.00"}' },
      { role: 'assistant', content: 'The lamp costs $40.00.' },
    ]))
    const on = ['--tenant', 'cli']
    const imported = await emend('import', file, '--remember', 'observations', ...on)
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('5 messages + 1 tool calls = 5 nodes + 1 not placed') })
    expect(imported.out).toContain('not placed: 1 x system: instructions to the agent')

    const added = await emend('fault', 'add', 'run:3.memory', '--evidence', 'wrong shop', '--json', ...on)
    const { id } = JSON.parse(added.out) as { id: number }
    expect(added.code).toBe(0)
    const traced = await emend('trace', String(id), ...on)
    expect(traced.out).toContain('run:3.memory  memory')
    expect(traced.out).toContain('cite─> run:4')
    expect((await emend('plan', String(id), ...on)).out).toContain('diagnosed by emend fault add')

    const repaired = await emend('repair', String(id), '--wait', '--json', ...on)
    expect(JSON.parse(repaired.out)).toMatchObject({ state: 'done', verify: { violations: 0 } })
    expect(repaired.err).toContain('repair:verified')
    expect((await emend('explain', 'run:3.memory', ...on)).out).toMatch(/^run:3.memory {2}memory {2}\[deleted\]/)
    expect((await emend('status', ...on)).out).toContain('every invariant holds')
    const [listed] = JSON.parse((await emend('repair', 'list', '--json', ...on)).out) as { id: number; faults: number[]; state: string }[]
    expect(listed).toMatchObject({ faults: [id], state: 'done' })
    expect(JSON.parse((await emend('undo', String(listed?.id), '--json', ...on)).out)).toMatchObject({ state: 'undone', answer: { regenerated: false } })
    expect((await emend('fault', 'list', ...on)).out).toContain('wrong shop')
    expect((await emend('approve', String(listed?.id), ...on))).toMatchObject({ code: 4 })
  })

  test('A fault and a plan take the arm of the tenant unless --policy names one', async () => {
    const file = join(folder, 'arms.json')
    writeFileSync(file, JSON.stringify([{ role: 'user', content: 'q' }, { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 't', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'c', content: 'r' }]))
    const on = ['--tenant', 'arms']
    await emend('import', file, '--remember', 'observations', '--policy', 'paper', ...on)
    const { id } = JSON.parse((await emend('fault', 'add', 'arms:2.memory', '--json', ...on)).out) as { id: number }
    expect(JSON.parse((await emend('plan', String(id), '--json', ...on)).out)).toMatchObject({ policy: 'paper' })
    expect(JSON.parse((await emend('plan', String(id), '--json', '--policy', 'facts', ...on)).out)).toMatchObject({ policy: 'facts' })
    await emend('repair', String(id), '--wait', ...on)
    expect(JSON.parse((await emend('repair', 'list', '--json', ...on)).out)).toMatchObject([{ policy: 'paper', state: 'done' }])
  })

  test('emend worker --once --json says what it did', async () => {
    const file = join(folder, 'worked.json')
    writeFileSync(file, JSON.stringify([
      { role: 'user', content: 'q' }, { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 't', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'r' }, { role: 'assistant', content: 'It is r.' },
    ]))
    const on = ['--tenant', 'worked']
    await emend('worker', '--once') // what other tests have left
    await emend('import', file, '--remember', 'observations', ...on)
    await emend('fault', 'add', 'worked:2.memory', ...on)
    const said = await emend('worker', '--once', '--json')
    const [repair] = JSON.parse((await emend('repair', 'list', '--json', ...on)).out) as { id: number; state: string }[]
    const { replayed, finished, verified, ...done } = JSON.parse(said.out) as { replayed: number; finished: number; verified: number }
    expect({ code: said.code, state: repair?.state }).toEqual({ code: 0, state: 'done' })
    expect(done).toEqual({ format: 'emend/work@1', repairs: [repair?.id], planned: 1, applied: 1, failed: 0, waiting: 0 })
    expect(verified).toBe(finished) // more than once where a verification asks for more to be replayed
    expect(verified).toBeGreaterThan(0)
    expect(replayed).toBe((JSON.parse((await emend('repair', 'show', String(repair?.id), '--json', ...on)).out) as { replayed: unknown[] }).replayed.length)
    expect(JSON.parse((await emend('worker', '--once', '--json')).out)).toMatchObject({ repairs: [], planned: 0, verified: 0 })
  })

  test('emend migrate changes nothing the second time, emend worker --once ends, emend doctor finds nothing wrong', async () => {
    expect((await emend('migrate')).code).toBe(0)
    expect(JSON.parse((await emend('migrate', '--json')).out)).toEqual({ applied: [], loaded: [] })
    expect((await emend('worker', '--once')).code).toBe(0)
    const doctor = await emend('doctor', '--json')
    expect(JSON.parse(doctor.out)).toEqual(expect.arrayContaining([expect.objectContaining({ what: 'schema', isOk: true }), expect.objectContaining({ what: 'role', isOk: true })]))
    expect(doctor.code).toBe(0)
    vi.stubEnv('EMEND_SERVE_AS_OWNER', 'false')
    expect(await emend('doctor')).toMatchObject({ code: 0, out: expect.stringMatching(/owns the tables[^]*Workers and servers refuse the owner/) })
    vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true')
    for (const [what, change] of [
      ['schema', `update emend.schema_migration set checksum = 'edited' where name = '0003-nodes'`],
      ['objects', `update emend.sql_object set checksum = 'edited' where name = 'record_steps'`],
    ] as const) {
      const table = what === 'schema' ? 'schema_migration' : 'sql_object'
      const { rows } = await pool.query<{ name: string; checksum: string }>(`select name, checksum from emend.${table}`)
      await pool.query(change)
      try {
        const bad = await emend('doctor', '--json')
        expect(bad.code).toBe(4)
        expect(JSON.parse(bad.out)).toContainEqual(expect.objectContaining({ what, isOk: false }))
      } finally {
        for (const row of rows) await pool.query(`update emend.${table} set checksum = $2 where name = $1`, [row.name, row.checksum])
      }
    }
  })

  test('emend demo prints the wrong answer, the plan with rules, the repaired answer, what stayed and what it took; twice', async () => {
    for (const _ of [1, 2]) {
      const { code, out } = await emend('demo')
      expect(code).toBe(0)
      expect(out).toContain('wrong answer: Model AX-200 firmware version is 5.1.0.')
      expect(out).toMatch(/│ delete +│ R1 +│ diagnosed by page-check/)
      expect(out).toMatch(/answer now: +Model BX-300 firmware version is 7\.2\.4/)
      expect(out).toContain('preserved, untouched: "The user prefers answers by e-mail."')
      expect(out).toContain('invariants violated: 0')
      expect(out).toMatch(/this repair +│ 3 /)
    }
  })
})
