/** One candidate: a clean run, the faults put in, the later turns run again, and whether it makes a case. */
import { hasDownstream } from '../../controlled/cases/has-downstream.js'
import { numberedIds } from '../../controlled/cases/items.js'
import { labelCase } from '../../controlled/cases/label.js'
import { playFaulty } from '../../controlled/cases/play-faulty.js'
import { playTurns, rootItems, type OpenStore, type Stage } from '../../controlled/cases/play.js'
import { seededRandom } from '../../controlled/random.js'
import type { BenchCase, FaultCount } from '../../controlled/types.js'
import { judgeSteps } from '../judge-steps.js'
import { injectLevel } from './inject.js'
import { writeNavigation } from './script.js'
import type { Place } from './table.js'
import { navigationTools } from './tools.js'
import { navigationWorld } from './world.js'

/** Why a candidate is no case. */
export type NavigationRejection = 'clean_answer_wrong' | 'no_target' | 'fault_count' | 'answer_unchanged' | 'nothing_downstream' | 'benign_count'

/** Memories that are right and active, at least. */
const fewestBenign = 4

const stage: Stage<'navigation'> = { domain: 'navigation', tools: navigationTools }

/** Make the candidate of a seed, or say why it is none. */
export async function makeNavigationCase(open: OpenStore, { id, levels, seed }: Place & { seed: number }): Promise<BenchCase<'navigation'> | NavigationRejection> {
  const random = seededRandom(seed)
  const world = navigationWorld(random)
  const script = writeNavigation(world, random, levels)
  const clean = await playTurns(open, stage, script, rootItems(script), world, { from: 0, to: script.sessions.flat().length })
  if (!judgeSteps(clean.answer, script).isRight) return 'clean_answer_wrong'
  const failed = await playFaulty(open, stage, script, world, clean, injectLevel)
  if (!failed) return 'no_target'
  if (new Set(failed.faultIds).size !== levels.length) return 'fault_count'
  if (judgeSteps(failed.answer, script).isRight) return 'answer_unchanged'

  const { items, idOf } = numberedIds(failed.items)
  const faultIds = new Set(failed.faultIds.map(idOf))
  const failedAnswer = items.findLast((item) => item.kind === 'step' && item.type === 'final_answer')
  const lastInput = items.findLast((item) => item.kind === 'input')
  if (failedAnswer?.kind !== 'step' || lastInput?.kind !== 'input') return 'no_target'
  if (!hasDownstream(items, faultIds, failedAnswer.id)) return 'nothing_downstream'
  const labels = { ...labelCase(script, clean, items, { faultIds, from: failed.from }), isOrdered: script.isOrdered }
  if (labels.benign.length < fewestBenign) return 'benign_count'
  return {
    id, domain: 'navigation', faultType: 'poisoned', faultCount: levels.length as FaultCount, seed, phrases: 'default',
    items, world: failed.world, faults: [...faultIds].map((memoryId) => ({ memoryId })), failedAnswer: failedAnswer.id,
    lastInput: { userId: script.userId, sessionId: lastInput.session, content: lastInput.content }, labels,
  }
}
