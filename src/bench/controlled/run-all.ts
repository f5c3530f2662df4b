/** All methods on all cases: some cases at once, every result kept in a file, so that a run can go on where it ended. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMethod, type MethodRun, type Stand } from './run-method.js'
import type { AnyCase, CaseScore, Method } from './types.js'

/** How to run. */
export interface RunAll extends Stand {
  /** Folder of results: `<case>/case.json` and `<case>/<method>.json`. */
  out: string
  /** Take results of the folder that were made with the same settings. */
  resume: boolean
  /** What results depend on besides case and method. */
  key: string
  /** Cases at once. */
  concurrency: number
  onResult?(): void
}

interface Kept extends MethodRun {
  key: string
}

/** @returns scores by case, then by method, in the given orders */
export async function runAll(cases: readonly AnyCase[], methods: readonly Method[], run: RunAll): Promise<CaseScore[]> {
  const scores = new Map<string, CaseScore[]>()
  const waiting = [...cases]
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const folder = join(run.out, one.id)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'case.json'), `${JSON.stringify(one, null, 1)}\n`)
      const own: CaseScore[] = []
      for (const method of methods) {
        const file = join(folder, `${method.name}.json`)
        const kept = run.resume ? await readKept(file, run.key) : null
        const done = kept ?? await runMethod(one, method, run)
        if (!kept) await writeFile(file, `${JSON.stringify({ key: run.key, ...done } satisfies Kept, null, 1)}\n`)
        own.push(done.score)
        run.onResult?.()
      }
      scores.set(one.id, own)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, work))
  return cases.flatMap(({ id }) => scores.get(id) ?? [])
}

async function readKept(file: string, key: string): Promise<Kept | null> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Kept
    return kept.key === key ? kept : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
