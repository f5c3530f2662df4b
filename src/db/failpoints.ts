/**
 * Named places where a test may kill the process: inert unless EMEND_FAILPOINTS names them.
 * `EMEND_FAILPOINTS=B3` kills with SIGKILL right after boundary B3; `B5:2` at its second passing.
 */
import { readConfig } from '../config.js'

/** After which commit: see the guarantees. `tool-called` lies between a tool call and the commit of its result, `webhook-sent` likewise. */
export type Failpoint = 'B0' | 'B1' | 'B2' | 'B3' | 'B4' | 'B5' | 'B6' | 'B7' | 'tool-called' | 'webhook-sent'

const passes = new Map<string, number>()
let armed: Map<string, number> | undefined

/** Die here if the environment asks for it. */
export function failpoint(name: Failpoint): void {
  armed ??= new Map(
    readConfig().EMEND_FAILPOINTS.split(',').filter(Boolean).map((spec) => {
      const [point = '', nth = '1'] = spec.split(':')
      return [point, Number(nth)]
    }),
  )
  const nth = armed.get(name)
  if (nth === undefined) return
  const pass = (passes.get(name) ?? 0) + 1
  passes.set(name, pass)
  if (pass === nth) process.kill(process.pid, 'SIGKILL')
}
