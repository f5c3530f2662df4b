/** What the README names is in the npm package, or is said to be in the repository; and what is there is what somebody is told of. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as [{ files: { path: string }[] }]
const files = packed.files.map(({ path }) => path)
const readme = readFileSync('README.md', 'utf8')

/** Paths in the text and the snippets; what `npm test --` is given is of the repository, where tests are. */
const named = [...new Set([...readme.replaceAll(/npm test -- \S+/g, '').replaceAll(/docker compose up/g, '')
  .matchAll(/(?<![\w./-])((?:src|test|migrations|sql|dist)\/[\w./-]*|\.env\.example|docker-compose\.yml)/g)].map(([, path = '']) => path.replace(/\.$/, '')))]

test.each(named)('%s is inside', (path) => {
  expect(path.endsWith('/') ? files.some((file) => file.startsWith(path)) : files.includes(path)).toBe(true)
})

test('files that the files inside name are inside', () => {
  for (const file of ['.env.example', ...files.filter((path) => path.includes('/examples/') && path.startsWith('src/'))]) {
    const paths = [...readFileSync(file, 'utf8').matchAll(/(?<![\w./-])((?:src|test|dist)\/[\w/-]+\.\w+)/g)].map(([, path = '']) => path)
    expect([file, paths.filter((path) => !files.includes(path))]).toEqual([file, []])
  }
})

test('of src and test only that is inside: examples, the document, what the README says to read', () => {
  const known = /^(src\/(http\/openapi\.json|repair\.ts|agent\/|bench\/figures\/|(.*\/)?examples\/)|test\/(cases\/|case\/paper-arm\.ts|bench\/transfer\/airline-tools\.json))/
  expect(files.filter((path) => /^(src|test)\//.test(path) && !known.test(path))).toEqual([])
  expect(files.filter((path) => /(^|\/)(\.env|\.npmrc|.*\.test\.[jt]s|.*\.tsbuildinfo)$/.test(path))).toEqual([])
})
