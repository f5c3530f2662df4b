/** Recorded runs as a source of cases. */
import type { CaseSource } from '../../controlled/case-source.js'
import { judgeAnswer } from '../../controlled/judge-answer.js'
import type { World } from '../../controlled/types.js'
import { makeRecordedCases, recordedTools, type RecordedSource } from './make-cases.js'

/** Cases of runs. @param name of the source, for the report */
export function recordedCases(name: string, source: RecordedSource): CaseSource {
  const tools = recordedTools(source)
  return {
    name,
    make: (open, { seed, limit, concurrency, onProgress }) => makeRecordedCases(open, source, seed, limit, concurrency, onProgress),
    toolsOf: (world: World<'general'>) => tools(world),
    judge: (one, answer) => judgeAnswer(answer, one.labels),
  }
}
