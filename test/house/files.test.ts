import { readdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { variableNames } from '../../src/config.js'
import { lineCount, projectFiles } from './source-files.js'

const code = projectFiles('src', 'sql', 'migrations', 'test').filter(({ path }) => /\.(ts|sql)$/.test(path))

test('no file is over 500 lines, nine of ten are under 300, the median of src/ is under 100', () => {
  const lengths = code.map(({ path, text }) => ({ path, lines: lineCount(text) }))
  expect(lengths.filter(({ lines }) => lines > 500)).toEqual([])
  expect(lengths.filter(({ lines }) => lines >= 300).length).toBeLessThanOrEqual(lengths.length / 10)
  const sources = lengths.filter(({ path }) => path.startsWith('src/')).map(({ lines }) => lines).sort((a, b) => a - b)
  expect(sources[Math.floor(sources.length / 2)]).toBeLessThan(100)
  expect(lineCount(projectFiles('src/repair.ts')[0]?.text ?? '')).toBeLessThanOrEqual(120)
})

test('the top level is the one of the house', () => {
  const tops = new Set(projectFiles().map(({ path }) => path.split('/')[0] ?? '').filter((name) => !name.startsWith('.')))
  expect([...tops].sort()).toEqual([
    'LICENSE', 'README.md', 'docker-compose.yml', 'migrations', 'package-lock.json', 'package.json', 'sql', 'src', 'test', 'tsconfig.json'])
})

test('names of files are in kebab-case, and of SQL objects like the object', () => {
  const odd = projectFiles('src', 'test', 'migrations').filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.config|\.d)?\.[a-z]+$/.test(basename(path)))
  expect(odd.map(({ path }) => path)).toEqual([])
  expect(projectFiles('sql').map(({ path }) => path).filter((path) => !/^sql\/\d0-[a-z]+\/[a-z0-9_]+\.sql$/.test(path))).toEqual([])
  const names = projectFiles('sql').map(({ path }) => basename(path))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('.env.example lists exactly the variables that config.ts reads', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z_0-9]+)=/gm)].map((match) => match[1] ?? '')
  expect([...listed].sort()).toEqual([...variableNames].sort())
})

test('no file names a path or a host of the machine that it was written on', () => {
  const host = hostname().length > 5 ? `|\\b${hostname().replaceAll(/[^\w-]/g, '.')}\\b` : ''
  const machine = new RegExp(`(?:^|["'\`\\s(=])/(?:home|Users|root|work)/\\w${host}`, 'm')
  const telling = projectFiles().filter(({ path, text }) => !path.startsWith('test/house/files.test') && !text.includes('\0') && machine.test(text))
  expect(telling.map(({ path, text }) => `${path}: ${machine.exec(text)?.[0].trim() ?? ''}`)).toEqual([])
})

test('every migration has a number of its own', () => {
  const numbers = readdirSync('migrations').map((name) => /^\d{4}(?=-)/.exec(name)?.[0])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(numbers.length)
})
