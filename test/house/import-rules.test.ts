import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './source-files.js'

interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

const files = projectFiles('src').filter(({ path }) => path.endsWith('.ts'))
const imports: Import[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?from\s*)?['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm)].map((match) => ({
    from: path,
    to: posix.normalize(join(dirname(path), match[3] ?? match[4] ?? '').replaceAll('\\', '/')).replace(/\.js$/, '.ts'),
    isTypeOnly: match[1] !== undefined || isAllTypes(match[2] ?? ''),
  })))

/** `{ type A, type B } from` */
function isAllTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}/.exec(clause.trim())?.[1]?.split(',').map((name) => name.trim()).filter(Boolean) ?? []
  return names.length > 0 && names.every((name) => name.startsWith('type '))
}

/** Folder below src/, or the file at its top. */
const roomOf = (path: string) => path.split('/')[1] ?? ''
const base = ['vocabulary.ts', 'errors.ts', 'config.ts']
const stages = ['record', 'retrieve', 'trace', 'support', 'execute', 'verify', 'detect']
const doors = ['cli', 'agent', 'case', 'interop', 'bench', 'http', 'mcp', 'console']

/** What files of a room may import; null = nothing is asked of it. `types` may be imported as types only. */
function allowed(path: string): { values: string[]; types: string[] } | null {
  const room = roomOf(path)
  const own = [room, ...base]
  if (base.includes(room)) return { values: base, types: base }
  if (room === 'db') return { values: own, types: own }
  if (room === 'facts') return { values: ['facts', 'vocabulary.ts'], types: ['facts', 'vocabulary.ts'] }
  if (room === 'plan') return { values: ['plan', 'facts', 'vocabulary.ts', 'errors.ts'], types: ['plan', 'facts', 'vocabulary.ts', 'errors.ts'] }
  if (path === 'src/support/judge.ts' || path === 'src/support/judge-reads.ts') {
    return { values: ['support', 'facts', 'plan', 'vocabulary.ts', 'errors.ts'], types: ['support', 'facts', 'plan', 'vocabulary.ts', 'errors.ts'] }
  }
  if (stages.includes(room)) {
    // retrieve cuts a question into words with the same code that cuts a memory when it is recorded
    const calls = room === 'execute' || room === 'verify' ? ['record', 'retrieve'] : room === 'retrieve' ? ['record'] : []
    return { values: [...own, 'db', 'facts', ...calls], types: [...own, 'db', 'facts', ...stages, 'plan', 'llm', 'tools'] }
  }
  const behind = ['case', 'interop', 'agent', 'bench', 'http', 'mcp'] // the command line is the outermost door and opens the others
  // OTLP is a route like any other; the conversion behind it is an adapter that also works without a server
  if (room === 'http') return { values: [...own, 'index.ts', 'interop'], types: [...own, 'index.ts', 'interop'] }
  if (room === 'cli') return { values: [...own, 'index.ts', ...behind], types: [...own, 'index.ts', ...behind] }
  if (doors.includes(room)) return { values: [...own, 'index.ts'], types: [...own, 'index.ts'] }
  if (room === 'repair.ts' || room === 'analyse.ts') {
    // the spine, and its analysis loop; it claims the lease that it works under
    const spine = [...base, ...stages, 'db', 'facts', 'plan', 'analyse.ts']
    return { values: path === 'src/repair.ts' ? [...spine, 'worker/lease.ts', 'worker/under-lease.ts'] : spine, types: [...spine, 'llm', 'tools'] }
  }
  return null
}

test('every room imports only what the house allows it', () => {
  expect(files.length).toBeGreaterThan(20)
  const broken = imports.filter(({ from, to, isTypeOnly }) => {
    const rule = allowed(from)
    const may = isTypeOnly ? [...(rule?.types ?? []), ...(rule?.values ?? [])] : rule?.values ?? []
    return rule !== null && !may.includes(roomOf(to)) && !may.includes(to.replace(/^src\//, ''))
  })
  expect(broken.map(({ from, to, isTypeOnly }) => `${from} imports ${isTypeOnly ? 'types of ' : ''}${to}`)).toEqual([])
})

test('repair.ts alone imports all stages, and the planner and facts touch no database, clock, random or model', () => {
  const importsStages = (room: string) => new Set(imports.filter(({ from, isTypeOnly }) => roomOf(from) === room && !isTypeOnly)
    .map(({ to }) => roomOf(to)).filter((to) => ['trace', 'support', 'execute', 'verify'].includes(to)))
  for (const room of new Set(files.map(({ path }) => roomOf(path)))) {
    if (room !== 'repair.ts' && room !== 'analyse.ts') expect([room, importsStages(room).size < 4]).toEqual([room, true])
  }
  const impure = files.filter(({ path, text }) => /^src\/(plan|facts)\//.test(path)
    && /from '(?:pg|kysely|openai|node:(?!crypto|assert))|Math\.random|Date\.now|new Date\(\)|performance\.now|process\.env/.test(text))
  expect(impure.map(({ path }) => path)).toEqual([])
})

test('imports of values run in no circle', () => {
  const next = new Map<string, string[]>()
  for (const { from, to, isTypeOnly } of imports) if (!isTypeOnly) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, above: string[]): void => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' -> '))
    if (done.has(path) || above.includes(path)) return
    for (const to of next.get(path) ?? []) visit(to, [...above, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  expect(circles).toEqual([])
})

test('config.ts is the only reader of the environment', () => {
  const readers = files.filter(({ path, text }) => path !== 'src/config.ts' && text.replaceAll(/\.\.\.process\.env\b/g, '').includes('process.env'))
  expect(readers.map(({ path }) => path)).toEqual([])
})
