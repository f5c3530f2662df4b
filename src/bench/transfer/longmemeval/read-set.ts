/** Reads the set from its folder. Trajectories are read line by line, and only what a question needs of them is kept. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EmendError } from '../../../errors.js'
import { evidenceOf, readable, type Evidence } from './evidence.js'
import { evaluatorOf, haystackRecord, questionRecord, trajectoryRecord, type Evaluator, type QuestionRecord } from './records.js'

/** A question with what its haystack says about it. */
export interface AskedQuestion {
  record: QuestionRecord
  evaluator: Evaluator
  /** Trajectories that hold the whole answer, and a few that do not. */
  evidence: Evidence[]
  others: Evidence[]
}

/** Trajectories that are kept of a haystack. */
const most = { evidence: 2, others: 4 } as const

/** Sizes of haystacks. */
export const tiers = ['small', 'medium'] as const
/** Size of haystacks. */
export type Tier = (typeof tiers)[number]

/**
 * Read the questions that are judged by phrases and whose answers stand in their haystacks.
 *
 * @throws EmendError `not_found` for a file that cannot be read, `usage` naming the line that is no record
 */
export async function readLongMemEval(folder: string, tier: Tier): Promise<AskedQuestion[]> {
  const haystack = haystackRecord.parse(JSON.parse(await readFile(join(folder, 'haystacks', `lme_v2_${tier}.json`), 'utf8').catch(unreadable)))
  const asked: (AskedQuestion & { haystack: ReadonlySet<string> })[] = []
  for await (const { value, place } of linesOf(join(folder, 'questions.jsonl'))) {
    const record = checked(questionRecord.safeParse(value), place)
    const evaluator = evaluatorOf(record)
    const own = haystack[record.id]
    if (evaluator && own) asked.push({ record, evaluator, evidence: [], others: [], haystack: new Set(own) })
  }
  for await (const { value, place } of linesOf(join(folder, 'trajectories.jsonl'))) {
    const trajectory = readable(checked(trajectoryRecord.safeParse(value), place))
    for (const { evaluator, evidence, others, haystack: own } of asked) {
      if (!own.has(trajectory.trajectory.id) || (evidence.length === most.evidence && others.length === most.others)) continue
      const found = evidenceOf(trajectory, evaluator.phrases)
      const list = found.snippets.length > 0 ? evidence : others
      if (list.length < (list === evidence ? most.evidence : most.others)) list.push(found)
    }
  }
  return asked.filter(({ evidence }) => evidence.length > 0).map(({ record, evaluator, evidence, others }) => ({ record, evaluator, evidence, others }))
}

async function* linesOf(file: string): AsyncGenerator<{ value: unknown; place: string }> {
  const stream = createReadStream(file, 'utf8')
  const opened = new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', reject)
  })
  await opened.catch(unreadable)
  let number = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    number += 1
    if (line.trim() === '') continue
    const place = `${file} line ${number}`
    try {
      yield { value: JSON.parse(line) as unknown, place }
    } catch (error) {
      if (error instanceof SyntaxError) throw new EmendError('usage', `${place} is not JSON: ${error.message}`, { place })
      throw error
    }
  }
}

function checked<T>(parsed: { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }, place: string): T {
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new EmendError('usage', `${place} is no record of the set: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, { place })
}

function unreadable(error: Error): never {
  throw new EmendError('not_found', `the set cannot be read: ${error.message}`)
}
