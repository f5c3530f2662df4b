/** A set of cases that is kept beside its results, so that a run that goes on need not make it again. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyCase } from '../types.js'
import type { Filled } from './fill-places.js'

/** Cases of any kind. */
type Made = Filled<AnyCase, string>

/**
 * Take the set that a folder has, or make it and keep it there.
 *
 * @param out folder of the results
 * @param wanted what the set depends on; `limit` null = all
 * @param resume false: it is made again in any case
 * @param make makes the set
 */
export async function keptCases(
  out: string, wanted: { seed: number; source: string; limit: number | null }, resume: boolean, make: () => Promise<Made>,
): Promise<Made> {
  const file = join(out, `cases-${wanted.source.replaceAll(/\W+/g, '-')}-${wanted.seed}-${wanted.limit ?? 'all'}.json`)
  const kept = resume ? await read(file) : null
  if (kept) return kept
  const made = await make()
  await mkdir(out, { recursive: true })
  await writeFile(file, JSON.stringify(made))
  return made
}

async function read(file: string): Promise<Made | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Made
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
