import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../house/source-files.js'

const files = new Map(projectFiles('src').filter(({ path }) => path.endsWith('.ts')).map(({ path, text }) => [path, text]))
const methods = [...files.keys()].filter((path) => path.startsWith('src/bench/methods/'))

function importsOf(path: string): string[] {
  return [...(files.get(path) ?? '').matchAll(/^(?:import|export)\s[^'"]*?from\s*['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm)]
    .map((match) => posix.normalize(join(dirname(path), match[1] ?? match[2] ?? '').replaceAll('\\', '/')).replace(/\.js$/, '.ts'))
}

/** Everything that is reached, types too. */
function reachedFrom(path: string): Set<string> {
  const reached = new Set([path])
  for (const at of reached) for (const to of importsOf(at)) reached.add(to)
  return reached
}

test('no method reaches oracle, labels, generator or scores by imports: of the benchmark it sees the shapes and the kit alone', () => {
  expect(methods.length).toBeGreaterThanOrEqual(15)
  for (const path of methods) {
    const seen = [...reachedFrom(path)].filter((to) => to.startsWith('src/bench/') && !/^src\/bench\/(?:methods|kit)\//.test(to))
    expect([path, seen]).toEqual([path, ['src/bench/controlled/types.ts']])
  }
})

test('only the method that declares it asks the oracle, and none reads labels, the type of a fault or the seed', () => {
  const kit = [...files.keys()].filter((path) => path.startsWith('src/bench/kit/'))
  for (const path of [...methods, ...kit]) {
    const text = files.get(path) ?? ''
    expect([path, /usesOracle: true/.test(text)]).toEqual([path, /oraclePort/.test(text)])
    expect([path, /\blabels\b|\bfaultType\b|\bLabels\b|\bBenchCase\b|\.seed\b|world\b/.exec(text)?.[0]]).toEqual([path, undefined])
  }
  expect(methods.filter((path) => /usesOracle/.test(files.get(path) ?? ''))).toEqual(['src/bench/methods/memaudit.ts'])
})
