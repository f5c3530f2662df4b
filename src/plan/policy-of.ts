import type { Policy } from './types.js'

/** Arm and ablations of a repair; everything is on unless its options switch it off. */
export function policyOf(name: string, options: unknown): Policy {
  const off = (options ?? {}) as Partial<Record<'supportCheck' | 'planner' | 'selectiveReplay', boolean>>
  return { name: name === 'paper' ? 'paper' : 'facts', supportCheck: off.supportCheck !== false, planner: off.planner !== false, selectiveReplay: off.selectiveReplay !== false }
}
