/** A case is one thing to its reader, even where its faults are not connected and are repaired apart. */
import type { PlanJson, RepairReport } from '../index.js'

/**
 * One report of several repairs of one case.
 *
 * @param reports at least one, in the order of their repairs
 * @param order external ids in the order of the clock
 */
export function mergeReports(reports: RepairReport[], order: string[]): RepairReport {
  const [first] = reports
  if (!first) throw new RangeError('no report to merge')
  if (reports.length === 1) return first
  const place = new Map(order.map((id, index) => [id, index]))
  const byClock = (a: string, b: string): number => (place.get(a) ?? Infinity) - (place.get(b) ?? Infinity)
  const all = <K extends keyof PlanJson>(key: K) => reports.map((report) => report.plan[key])
  const ids = (key: IdList): string[] => [...new Set(all(key).flat())].sort(byClock)
  const tool: Record<string, number> = {}
  for (const { calls } of reports) for (const [name, count] of Object.entries(calls.tool)) tool[name] = (tool[name] ?? 0) + count
  const sum = (count: (report: RepairReport) => number): number => reports.reduce((total, report) => total + count(report), 0)
  return {
    ...first,
    plan: {
      ...first.plan,
      affected: ids('affected'), supported: ids('supported'), delete_memory_ids: ids('delete_memory_ids'),
      quarantine_memory_ids: ids('quarantine_memory_ids'), reopen_memory_ids: ids('reopen_memory_ids'), invalid_step_ids: ids('invalid_step_ids'),
      invalidated_claim_ids: ids('invalidated_claim_ids'), replay_step_ids: reports.flatMap((report) => report.plan.replay_step_ids),
      preserve_step_ids: ids('preserve_step_ids'), redundant_step_ids: ids('redundant_step_ids'), suspicious_step_ids: ids('suspicious_step_ids'),
      stale_answer_ids: ids('stale_answer_ids'), rows: reports.flatMap((report) => report.plan.rows).sort((a, b) => byClock(a.id, b.id)),
    },
    state: (reports.find((report) => report.state !== 'done') ?? first).state,
    waiting_for: reports.find((report) => report.waiting_for !== null)?.waiting_for ?? null,
    error: reports.find((report) => report.error !== null)?.error ?? null,
    answer: (reports.findLast((report) => report.answer.regenerated) ?? reports.findLast((report) => report.answer.before !== null) ?? first).answer,
    memories: [...new Map(reports.flatMap((report) => report.memories).map((memory) => [memory.id, memory])).values()].sort((a, b) => byClock(a.id, b.id)),
    replayed: reports.flatMap((report) => report.replayed),
    calls: { model: sum((report) => report.calls.model), tool, probe: sum((report) => report.calls.probe) },
    verify: {
      violations: Math.max(...reports.map((report) => report.verify?.violations ?? 0)),
      sufficient: reports.every((report) => report.verify?.sufficient ?? true),
    },
  }
}

type IdList = { [K in keyof PlanJson]: PlanJson[K] extends string[] ? K : never }[keyof PlanJson]
