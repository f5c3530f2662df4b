/** Case files as cases of the benchmark. */
import { readFileSync } from 'node:fs'
import { cannedTools } from '../../src/case/canned-tools.js'
import type { CaseFile } from '../../src/case/case-file.js'
import { readCase } from '../../src/case/read-case.js'
import type { BenchCase, FactTest } from '../../src/bench/controlled/types.js'
import { judgeAnswer } from '../../src/bench/controlled/judge-answer.js'
import type { Stand } from '../../src/bench/controlled/run-method.js'
import type { RecordItem } from '../../src/index.js'

const tests = (texts: readonly string[] = []): FactTest[] => texts.map((text) => ({ name: text, anyOf: [text] }))
const tools = new Map<string, CaseFile['tools']>()

/** What a hand-made case has besides its items. */
export interface CaseParts extends Partial<Omit<BenchCase, 'labels'>> {
  items: RecordItem[]
  faults: { memoryId: string }[]
  failedAnswer: string
  labels?: Partial<BenchCase['labels']>
}

/** A case of the benchmark from its parts. */
export function benchCase(id: string, { items, faults, failedAnswer, labels = {}, ...rest }: CaseParts): BenchCase {
  const answer = items.find((item) => item.id === failedAnswer)
  const place = answer?.kind === 'step' ? answer : { session: '', turn: 1 }
  const question = items.findLast((item) => item.kind === 'input' && item.session === place.session && item.turn === place.turn)
  return {
    id, domain: 'support', faultType: 'poisoned', faultCount: 1, seed: 1, phrases: 'default', items, world: { domain: 'support', data: id }, faults, failedAnswer,
    lastInput: { userId: question?.user ?? 'u', sessionId: place.session, content: question?.content ?? '' },
    ...rest,
    labels: {
      required: [], forbidden: [], affectedClaims: [], cleanAnswer: '',
      benign: items.filter((item) => item.kind === 'memory' && (item.status ?? 'active') === 'active' && !faults.some(({ memoryId }) => memoryId === item.id)).map((item) => item.id),
      ...labels,
    },
  }
}

/** Read one of `test/cases`. */
export function caseFileCase(name: string): BenchCase {
  const file = readCase(readFileSync(`test/cases/${name}.json`, 'utf8'), name)
  tools.set(name, file.tools)
  const items = file.items.map((item): RecordItem => {
    const owned = item.user === undefined && file.user !== undefined ? { ...item, user: file.user } : item
    return owned.kind === 'memory' ? { ...owned, status: owned.status ?? 'active' } : owned
  })
  return benchCase(name, {
    items, faults: file.faults.map((fault) => ({ memoryId: fault.memory_id })), failedAnswer: file.failed_answer ?? '',
    labels: { required: tests(file.expect?.answer_contains), forbidden: tests(file.expect?.answer_lacks) },
  })
}

/** Where the cases of this page run. */
export const stand = (databaseUrl: string): Stand => ({
  open: { databaseUrl }, noise: 0, dropEdges: 0, spuriousEdges: 0,
  toolsOf: (world) => cannedTools(tools.get(typeof world.data === 'string' ? world.data : '') ?? []).tools,
  judge: (one, answer) => judgeAnswer(answer, one.labels),
})
