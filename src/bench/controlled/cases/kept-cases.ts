/** A set of cases that is kept beside its results, so that a run that goes on need not make it again. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Generated } from './generate.js'

/**
 * Take the set that a folder has, or make it and keep it there.
 *
 * @param out folder of the results
 * @param wanted what the set depends on; `limit` null = all
 * @param resume false: it is made again in any case
 * @param make makes the set
 */
export async function keptCases(
  out: string, wanted: { seed: number; phrases: string; limit: number | null }, resume: boolean, make: () => Promise<Generated>,
): Promise<Generated> {
  const file = join(out, `cases-${wanted.seed}-${wanted.phrases}-${wanted.limit ?? 'all'}.json`)
  const kept = resume ? await read(file) : null
  if (kept) return kept
  const made = await make()
  await mkdir(out, { recursive: true })
  await writeFile(file, JSON.stringify(made))
  return made
}

async function read(file: string): Promise<Generated | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Generated
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
