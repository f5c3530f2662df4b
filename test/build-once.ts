/** Tests that start emend as a program of its own run what the compiler made: this makes it when the sources are newer. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mark = 'node_modules/.cache/emend-built'

export function buildOnce(): void {
  const builtAt = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  if (files.every((file) => (statSync(join('src', file), { throwIfNoEntry: false })?.mtimeMs ?? 0) < builtAt)) return
  mkdirSync('node_modules/.cache', { recursive: true })
  writeFileSync(mark, '')
  try {
    execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'pipe' })
  } catch (error) {
    const [first] = String((error as { stdout?: Buffer }).stdout).split('\n')
    console.error(`*** The build has errors (npm run types lists them): ${String(first)} ***`)
  }
}
