/** Why arm paper does what it does here, in one paragraph of measured numbers. */
import type { BenchReport } from './report.js'
import type { CaseScore, InjectedFault } from './types.js'

const faultTypes: readonly InjectedFault[] = ['poisoned', 'stale', 'wrong_user', 'summary_drift']

/**
 * Compare arm paper with the published mechanics (nearly all derived memories keep support, almost nothing is quarantined, every fault is removed,
 * recurrence sits in stale faults), and say what makes the difference.
 *
 * @returns null where arm paper was not run, or none of its plans is known
 */
export function explainPaper(report: BenchReport): string | null {
  const scores = report.scores.filter(({ method }) => method === 'paper')
  const all = scores.flatMap(({ mechanics }) => mechanics ?? [])
  const metrics = report.methods.find(({ name }) => name === 'paper')?.metrics
  if (!metrics || all.length === 0) return null
  const sum = (key: keyof (typeof all)[number]): number => all.reduce((total, one) => total + one[key], 0)
  const [derived, withdrawn, stated, kept, byRead, byInput] = [sum('derived'), sum('withdrawn'), sum('stated'), sum('kept'), sum('keptByRead'), sum('keptByInput')]
  const [acts, actsKept, actsByInput] = [sum('acts'), sum('actsKept'), sum('actsByInput')]
  const failed = scores.filter(({ isRecovered }) => !isRecovered)
  return [
    `Arm paper follows the published rules and is not tuned. Of ${derived} derived memories that a fault had reached, ${derived - withdrawn} stayed and ${withdrawn} were quarantined; ${percent(metrics.faultyRemoval)} of the faulty memories were removed.`,
    `Its support is existential: one clean direct predecessor saves a whole step. Of ${stated} claims that state what a fault said, ${kept} stayed valid: `
      + `${byRead} of them cite nothing clean themselves but the read that returned the fault, and another result of that read was enough; ${byInput} cite an input of the turn. `
      + `Of ${acts} affected plans and mutations ${actsKept} stayed, ${actsByInput} of them for the input of their turn.`,
    `The answer is then made again over these claims, so that the failure shows at once instead of coming back: ${failed.length} of ${scores.length} cases are not recovered`
      + ` (${faultTypes.flatMap((type) => shareOf(type, failed, scores)).join(', ')}), and ${recurred(scores)}.`,
  ].join(' ')
}

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`

function shareOf(type: InjectedFault, failed: readonly CaseScore[], all: readonly CaseScore[]): string[] {
  const of = (list: readonly CaseScore[]): number => list.filter(({ faultType }) => faultType === type).length
  return of(all) === 0 ? [] : [`${type} ${of(failed)} of ${of(all)}`]
}

function recurred(scores: readonly CaseScore[]): string {
  const recovered = scores.filter(({ isRecovered }) => isRecovered)
  const again = recovered.filter(({ hasRecurred }) => hasRecurred)
  const stale = again.filter(({ faultType }) => faultType === 'stale').length
  return again.length === 0 ? `none of the ${recovered.length} recovered cases recurs` : `${again.length} of the ${recovered.length} recovered cases recur, ${stale} of them stale`
}
