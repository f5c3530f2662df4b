/** LongMemEval-V2 as a source of cases, for those who have the set: its trajectories remembered, one phrase of the answer made wrong at several levels. */
import type { RecordItem, Tool } from '../../../index.js'
import type { CaseSource } from '../../controlled/case-source.js'
import { fillPlaces } from '../../controlled/cases/fill-places.js'
import { hasDownstream } from '../../controlled/cases/has-downstream.js'
import { numberedIds } from '../../controlled/cases/items.js'
import { labelCase } from '../../controlled/cases/label.js'
import { playTurns, type OpenStore, type Stage } from '../../controlled/cases/play.js'
import { mixSeed, seededRandom, type Random } from '../../controlled/random.js'
import type { BenchCase, FaultCount, World } from '../../controlled/types.js'
import { lookupTool } from '../../controlled/worlds/lookup-tool.js'
import { judgeSteps, saysPhrase } from '../judge-steps.js'
import { places } from '../navigation/table.js'
import { readLongMemEval, type AskedQuestion, type Tier } from './read-set.js'
import { writeHistory } from './write-history.js'

/** Why a question is no case. */
type Rejection = 'clean_answer_wrong' | 'no_twin' | 'no_target' | 'answer_unchanged' | 'nothing_downstream'

type Pages = { pages: Record<string, string> }

const pageTools = ({ data }: World<'navigation'>): Tool[] => {
  const { pages } = data as Pages
  return [lookupTool('read_page', 'What stands on a page.', { address: 'of the page' }, (address) => pages[address])]
}
const stage: Stage<'navigation'> = { domain: 'navigation', tools: pageTools }

/** Open the set. @throws EmendError `not_found`, `usage` */
export async function longMemEvalCases(folder: string, tier: Tier): Promise<CaseSource> {
  const asked = await readLongMemEval(folder, tier)
  return {
    name: `LongMemEval-V2 ${tier}, ${asked.length} questions that phrases judge`,
    make(open, { seed, limit, concurrency, onProgress }) {
      const questions = seededRandom(mixSeed(seed, 'questions')).shuffle(asked)
      const wanted = places().map(({ levels }, at, all) => ({
        id: `longmemeval-${String(at + 1).padStart(3, '0')}`, count: levels.length, questions: questions.filter((_, place) => place % all.length === at),
      })).slice(0, limit)
      return fillPlaces<(typeof wanted)[number], BenchCase<'navigation'>, Rejection>(wanted, concurrency, async ({ id, count, questions: own }, attempt) => {
        const question = own[attempt]
        return question ? makeCase(open, id, question, count, mixSeed(seed, id, attempt)) : null
      }, onProgress)
    },
    toolsOf: (world: World<'navigation'>) => pageTools(world),
    judge: (one, answer) => judgeSteps(answer, one.labels),
  }
}

async function makeCase(open: OpenStore, id: string, question: AskedQuestion, count: number, seed: number): Promise<BenchCase<'navigation'> | Rejection> {
  const random = seededRandom(seed)
  const { phrases, isOrdered } = question.evaluator
  const userId = 'navigation-user'
  const right = random.pick(phrases)
  const wrong = twinOf(question, right, random)
  if (wrong === null) return 'no_twin'
  const history = writeHistory(question, userId)
  const script = {
    userId, sessions: [[{ content: question.record.question, effect: 'ask' as const, slots: [] }]],
    required: phrases.map((phrase) => ({ name: phrase, anyOf: [phrase] })), isOrdered,
    forbidden: [{ name: right, anyOf: [wrong] }], carried: [{ name: right, anyOf: [wrong] }],
  }
  const world: World<'navigation'> = { domain: 'navigation', data: { pages: history.pages } satisfies Pages }
  const ask = (items: RecordItem[]) => playTurns(open, stage, script, items, world, { from: 0, to: 1 })
  const clean = await ask(history.items)
  if (!judgeSteps(clean.answer, script).isRight) return 'clean_answer_wrong'
  // The note is the last to be made and the first to be believed: the wrong phrase always stands there.
  const holding = history.items.flatMap((item) => (history.memoryIds.includes(item.id) && item.content.includes(right) ? [item.id] : []))
  const hit = [...random.sample(holding.slice(0, -1), count - 1), ...holding.slice(-1)]
  if (hit.length === 0) return 'no_target'
  const failed = await ask(history.items.map((item) => corrupted(item, hit, right, wrong)))
  if (judgeSteps(failed.answer, script).isRight) return 'answer_unchanged'

  const { items, idOf } = numberedIds(failed.items)
  const faultIds = new Set(hit.map(idOf))
  const failedAnswer = items.findLast((item) => item.kind === 'step' && item.type === 'final_answer')
  const lastInput = items.findLast((item) => item.kind === 'input')
  if (failedAnswer?.kind !== 'step' || lastInput?.kind !== 'input') return 'no_target'
  if (!hasDownstream(items, faultIds, failedAnswer.id)) return 'nothing_downstream'
  return {
    id, domain: 'navigation', faultType: 'poisoned', faultCount: Math.min(4, hit.length) as FaultCount, seed, phrases: 'default', items, world,
    faults: [...faultIds].map((memoryId) => ({ memoryId })), failedAnswer: failedAnswer.id,
    lastInput: { userId, sessionId: lastInput.session, content: lastInput.content },
    labels: { ...labelCase(script, clean, items, { faultIds, from: 0 }), isOrdered },
  }
}

/** A label of the same pages that is most like the right one and is no part of the answer; null where there is none. */
function twinOf({ evaluator, evidence, record }: AskedQuestion, right: string, random: Random): string | null {
  const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  const own = words(right)
  const likeness = (label: string): number => [...words(label)].filter((word) => own.has(word)).length * 2 - Math.abs(words(label).size - own.size)
  const told = `${evaluator.phrases.join(' ; ')} ; ${record.question}`
  const labels = random.shuffle([...new Set(evidence.flatMap(({ labels: some }) => some))])
    .filter((label) => !saysPhrase(told, { name: label, anyOf: [label] }) && !saysPhrase(label, { name: right, anyOf: [right] })
      && !evidence.some(({ snippets, actions }) => [...snippets.map(({ text }) => text), ...actions].some((text) => text.includes(label))))
  return labels.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}

/** A memory that says the wrong phrase, and the step that wrote it. */
function corrupted(item: RecordItem, hit: readonly string[], right: string, wrong: string): RecordItem {
  const isHit = item.kind === 'memory' ? hit.includes(item.id) : item.kind === 'step' && (item.generated_memory_ids ?? []).some((made) => hit.includes(made))
  return isHit ? { ...item, content: item.content.replaceAll(right, wrong) } : item
}
