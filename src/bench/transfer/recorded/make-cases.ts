/** Cases of recorded runs: faults by field, the question asked later, and whether that makes a case. */
import { fillPlaces, type Filled } from '../../controlled/cases/fill-places.js'
import { failMutation } from '../../controlled/cases/fail-mutation.js'
import { hasDownstream } from '../../controlled/cases/has-downstream.js'
import { numberedIds, withStatuses } from '../../controlled/cases/items.js'
import { labelCase } from '../../controlled/cases/label.js'
import { playFaulty } from '../../controlled/cases/play-faulty.js'
import { playTurns, type OpenStore, type Played, type Spoken, type Stage } from '../../controlled/cases/play.js'
import { injectSummaryDrift } from '../../controlled/cases/inject-summary-drift.js'
import { judgeAnswer } from '../../controlled/judge-answer.js'
import { mixSeed, seededRandom } from '../../controlled/random.js'
import type { Script } from '../../controlled/scripts/script.js'
import { injectedFaults, type BenchCase, type FaultCount, type InjectedFault, type ScriptedTurn, type World } from '../../controlled/types.js'
import type { RecordItem } from '../../../index.js'
import { withChanges, type Change, type JsonWorld } from './json-world.js'
import { candidateFields, makePlot, type RecordedPlot } from './plots.js'
import type { RecordedRun } from './recorded-run.js'
import { worldTools, type ToolsFile } from './world-tools.js'

/** Why a candidate is no case. */
export type RecordedRejection = 'clean_answer_wrong' | 'no_target' | 'answer_unchanged' | 'nothing_downstream'

/** What cases are made of. */
export interface RecordedSource {
  runs: readonly RecordedRun[]
  world: JsonWorld
  tools: ToolsFile
}

/** Cases of each fault type, at most. */
const mostOfType = 12

interface Place {
  id: string
  /** What is tried, in order; no two places of a type share a run. */
  plots: readonly RecordedPlot[]
}

/** The changes of a case, as its world. */
type Changes = { changes: Change[] }

/** The tools of a case over the world as its run has left it. */
export function recordedTools(source: RecordedSource): Stage<'general'>['tools'] {
  const names = source.runs.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'step' && item.tool ? [item.tool.name] : [])))
  return ({ data }) => worldTools(withChanges(source.world, (data as Changes).changes), source.tools, names)
}

/**
 * Make cases of recorded runs: each fault type once a round, in an order of chance, at most 12 of a type, no run twice for one type. Fewer where the runs give no more.
 *
 * @param limit places that are tried
 */
export async function makeRecordedCases(
  open: OpenStore, source: RecordedSource, seed: number, limit: number | undefined, concurrency: number, onProgress?: (done: number, total: number) => void,
): Promise<Filled<BenchCase<'general'>, RecordedRejection>> {
  const plots = Object.fromEntries(injectedFaults.map((type) => [type, plotsOf(source, type, seed)])) as Record<InjectedFault, RecordedPlot[][]>
  const order = seededRandom(mixSeed(seed, 'order'))
  const places = Array.from({ length: mostOfType }, (_, number) => order.shuffle(injectedFaults).map((type) => ({ type, number }))).flat()
    .filter(({ type, number }) => number < plots[type].length).slice(0, limit)
    .map(({ type, number }, at): Place => ({ id: `recorded-${String(at + 1).padStart(3, '0')}`, plots: plots[type].filter((_, run) => run % mostOfType === number).flat() }))
  return fillPlaces<Place, BenchCase<'general'>, RecordedRejection>(places, concurrency, async ({ id, plots: own }, attempt) => {
    const plot = own[attempt]
    return plot ? makeCase(open, source, id, seed, plot) : null
  }, onProgress)
}

/** What could go wrong, run by run in an order of chance; runs that give nothing for a type are left out. */
function plotsOf({ runs, world }: RecordedSource, type: InjectedFault, seed: number): RecordedPlot[][] {
  return seededRandom(mixSeed(seed, type)).shuffle(runs).map((run) => {
    const random = seededRandom(mixSeed(seed, type, run.session))
    const plots: RecordedPlot[] = []
    for (const field of candidateFields(run, type, world, random)) {
      const plot = plots.length < mostFieldsOfRun ? makePlot[type](run, field, world, random) : null
      if (plot) plots.push(plot)
    }
    return plots
  }).filter((plots) => plots.length > 0)
}

/** Fields of one run that are tried before the next run. */
const mostFieldsOfRun = 3

async function makeCase(open: OpenStore, source: RecordedSource, id: string, seed: number, plot: RecordedPlot): Promise<BenchCase<'general'> | RecordedRejection> {
  const stage: Stage<'general'> = { domain: 'general', tools: recordedTools(source) }
  const world: World<'general'> = { domain: 'general', data: { changes: plot.changes } }
  const turns = [...(plot.merge === null ? [] : [{ content: plot.merge, effect: 'consolidate', slots: [] } satisfies ScriptedTurn]), { content: plot.question, effect: 'ask', slots: [] } satisfies ScriptedTurn]
  const userId = plot.run.user ?? 'user'
  const script = {
    userId, sessions: turns.map((turn) => [turn]),
    required: [{ name: plot.field, anyOf: [plot.right] }], forbidden: [{ name: plot.field, anyOf: [plot.wrong] }], carried: plot.carried,
    targets: plot.merge === null ? [] : [{ type: plot.type, at: { session: 0, turn: 1 }, clean: plot.right, wrong: plot.wrong }],
  }
  const clean = await playTurns(open, stage, script, withStatuses(plot.clean, new Set()), world, { from: 0, to: turns.length })
  const known = judgeAnswer(clean.answer, script)
  if (plot.type === 'wrong_user' ? known.forbidden.length > 0 : !known.isRight) return 'clean_answer_wrong'
  // What the run has never seen cannot be asked for: then the right answer is one without the other user's value.
  const labelled = { ...script, required: known.isRight ? script.required : [] }
  const failed = await playFailed(open, stage, labelled, world, clean, plot)
  if (!failed) return 'no_target'
  if (judgeAnswer(failed.answer, labelled).isRight) return 'answer_unchanged'

  const { items, idOf } = numberedIds(failed.items)
  const faultIds = new Set(failed.faultIds.map(idOf))
  const failedAnswer = items.findLast((item) => item.kind === 'step' && item.type === 'final_answer')
  const lastInput = items.findLast((item) => item.kind === 'input')
  if (failedAnswer?.kind !== 'step' || lastInput?.kind !== 'input') return 'no_target'
  if (!hasDownstream(items, faultIds, failedAnswer.id)) return 'nothing_downstream'
  const labels = labelCase(labelled, clean, items, { faultIds, from: 0 })
  // Tools return empty texts and lists, and those are remembered too: there is nothing in them to preserve.
  const saysSomething = new Set(items.flatMap((item) => (/[\p{L}\p{N}]/u.test(item.content) ? [item.id] : [])))
  return {
    id, domain: 'general', faultType: plot.type, faultCount: faultIds.size as FaultCount, seed, phrases: 'default', items, world,
    faults: [...faultIds].map((memoryId) => ({ memoryId })), failedAnswer: failedAnswer.id,
    lastInput: { userId, sessionId: lastInput.session, content: lastInput.content }, labels: { ...labels, benign: labels.benign.filter((memory) => saysSomething.has(memory)) },
  }
}

type Failed = { items: RecordItem[]; faultIds: string[]; answer: string }

async function playFailed(
  open: OpenStore, stage: Stage<'general'>, script: Spoken & Pick<Script, 'targets'>, world: World<'general'>, clean: Played<'general'>, plot: RecordedPlot,
): Promise<Failed | null> {
  if (!plot.failed) return playFaulty(open, stage, script, world, clean, injectSummaryDrift)
  const { failedSteps, faultIds } = plot.failed
  const step = plot.failed.items.find((item) => item.kind === 'step' && failedSteps.includes(item.id))
  const items = step?.kind === 'step' ? failMutation(plot.failed.items, step).items : plot.failed.items
  const played = await playTurns(open, stage, script, withStatuses(items, new Set(failedSteps)), world, { from: 0, to: script.sessions.flat().length })
  return { items: played.items, faultIds, answer: played.answer }
}
