/** `emend bench show`: one case, and what every method made of it. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EmendError } from '../../errors.js'
import type { MethodRun } from './run-method.js'
import type { AnyCase } from './types.js'

/** A case with the results that a folder has of it. */
export interface ShownCase {
  case: AnyCase
  runs: MethodRun[]
}

/** Read a case from a folder of results. Runs are sorted by method. @throws EmendError `not_found` naming what there is */
export async function showCase(out: string, id: string): Promise<ShownCase> {
  const folder = join(out, id)
  try {
    const one = JSON.parse(await readFile(join(folder, 'case.json'), 'utf8')) as AnyCase
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'case.json').sort()
    const runs = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as MethodRun))
    return { case: one, runs: runs.map(({ score, result, store }) => ({ score, result, store })) }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    const known = await readdir(out).catch(() => [])
    throw new EmendError('not_found', `there is no case ${JSON.stringify(id)} in ${out}; there are ${known.filter((name) => !name.includes('.')).slice(0, 5).join(', ') || 'none'} ...`, { id })
  }
}

/** A plan in one line a list; what is empty is left out. */
export function planLines(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(planLines)
  if (plan === null || typeof plan !== 'object') return []
  return Object.entries(plan).flatMap(([name, value]) => {
    if (!Array.isArray(value) || value.length === 0 || name === 'rows' || name === 'affected') return []
    return [`${name.replace(/_(?:memory|step)?_?ids$/, '').replaceAll('_', ' ')}: ${value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ')}`]
  })
}
