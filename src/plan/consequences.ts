import type { Planning } from './planning.js'

const writes: ReadonlySet<string> = new Set(['memory_write', 'memory_update', 'memory_consolidate'])

/**
 * Writes, and the memories they made, that rest on nothing affected but what irreversible actions returned. The parcel is on its
 * way, whoever's address it bears: its tracking id stays true.
 *
 * @param irreversible names of tools
 * @returns node -> the actions whose doing it records
 */
export function consequences(planning: Planning, irreversible: ReadonlySet<string>): Map<number, number[]> {
  const found = new Map<number, number[]>()
  if (irreversible.size === 0) return found
  for (const step of planning.nodes) {
    if (!writes.has(step.kind) || !step.isAffected || planning.isSupported(step.id)) continue
    const dirty = step.used.flatMap((id) => planning.node(id) ?? []).filter((used) => used.isAffected && !planning.isSupported(used.id))
    const isRecord = dirty.length > 0 && dirty.every((used) => used.kind === 'tool_observation' && irreversible.has(used.toolName ?? ''))
    if (!isRecord) continue
    const actions = dirty.flatMap((used) =>
      planning
        .into(used.id)
        .filter(({ label }) => label === 'produce')
        .map(({ source }) => source),
    )
    for (const id of [step.id, ...step.generated]) if (!planning.faulty.has(id)) found.set(id, actions)
  }
  return found
}
