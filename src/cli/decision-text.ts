/** What a plan does, as a person reads it. */
import type { PlanEffects } from '../index.js'

/** How many ids are named. */
const shown = 10

/** What was decided about, or is to be, and what of it is more than was approved before; a line each, indented. */
export function decisionText({ effects, growth }: { effects: PlanEffects | null; growth: PlanEffects | null }): string {
  return [...(effects ? [`\n  it ${effectsText(effects)}`] : []), ...(growth ? [`\n  more than was approved: it ${effectsText(growth)}`] : [])].join('')
}

/** One line, in ids: `affects 12 nodes; deletes m1; calls print for t1 (idempotent)`. */
function effectsText(effects: PlanEffects): string {
  const parts: [words: string, ids: string[]][] = [
    ['deletes', effects.delete], ['quarantines', effects.quarantine], ['makes invalid', effects.invalidate], ['writes again', effects.change],
    ['calls', effects.call.map(({ stepId, tool, effect }) => `${tool} for ${stepId} (${effect})`)],
  ]
  const named = parts.filter(([, ids]) => ids.length > 0)
    .map(([words, ids]) => `${words} ${ids.slice(0, shown).join(', ')}${ids.length > shown ? ` and ${ids.length - shown} more` : ''}`)
  return [`affects ${effects.affected} nodes`, ...named].join('; ')
}
