/** The methods: every file of the folder. */
import { readdir } from 'node:fs/promises'
import { EmendError } from '../../errors.js'
import type { Method } from './types.js'

/** The order of rows; what is not named here comes after these, by name. */
const order = [
  'no-repair', 'full-reset', 'delete-retrieved', 'memaudit', 'llm-judge', 'agent-trace', 'memo-repair',
  'paper', 'paper-without-support-check', 'paper-without-planner', 'paper-without-selective-replay',
  'facts', 'facts-without-support-check', 'facts-without-planner', 'facts-without-selective-replay',
]

/**
 * Load the methods, in the order of rows. To add one, add a file to `methods/` whose default export is a `Method`.
 *
 * @param names only these; all when left out
 * @throws EmendError `usage` for a name that nothing has
 */
export async function findMethods(names?: readonly string[]): Promise<Method[]> {
  const folder = new URL('../methods/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts')).sort()
  const methods = await Promise.all(files.map(async (name) => ((await import(new URL(name, folder).href)) as { default: Method }).default))
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  methods.sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))
  const unknown = names?.find((name) => !methods.some((method) => method.name === name))
  if (unknown !== undefined) throw new EmendError('usage', `there is no method "${unknown}"; there are ${methods.map(({ name }) => name).join(', ')}`)
  return names ? methods.filter(({ name }) => names.includes(name)) : methods
}
