/** A plan and a repair as a person reads them. */
import type { PlanJson, RepairReport } from '../index.js'
import { table } from './output.js'

/** How wide the column of reasons is, in characters. */
const reasonWidth = 76

/** The rows of a plan as a table, with sums above it. */
export function planText(plan: PlanJson): string {
  const sums = new Map<string, number>()
  for (const row of plan.rows) sums.set(row.disposition, (sums.get(row.disposition) ?? 0) + 1)
  const rows = plan.rows.map((row) => [row.id, row.disposition, row.rule, row.reason])
  return [
    `policy ${plan.policy}: ${plan.affected.length} nodes affected, ${plan.supported.length} of them stand on other evidence`,
    [...sums].map(([disposition, count]) => `${disposition} ${count}`).join(', ') || 'nothing to do',
    table(['node', 'disposition', 'rule', 'reason'], rows, [null, null, null, reasonWidth]),
    `hash ${plan.hash}`,
  ].join('\n')
}

/** What a repair did: the answer, the replayed steps, the memories, the calls. */
export function repairText(report: RepairReport): string {
  const { answer, calls, verify } = report
  const toolCalls = Object.entries(calls.tool).map(([tool, count]) => `${tool} ${count}`).join(', ') || 'none'
  return [
    `state: ${report.state}${report.waiting_for === null ? '' : `, waiting for ${report.waiting_for}`}${report.error === null ? '' : `, ${report.error.code}: ${report.error.detail}`}`,
    `answer before: ${answer.before ?? '(none)'}`,
    `answer now:    ${answer.after ?? '(none)'}${answer.regenerated || answer.after === null ? '' : ' (kept)'}`,
    '',
    table(['replayed step', 'replaced by', 'outcome'], report.replayed.map((row) => [row.step, row.new, row.changed ? `${row.state}, changed` : row.state])),
    table(['memory', 'status', 'content'], report.memories.map((row) => [row.id, row.status, row.content]), [null, null, reasonWidth]),
    `calls: model ${calls.model}, probe ${calls.probe}, tools ${toolCalls}`,
    verify ? `verified: ${verify.violations} violations, store ${verify.sufficient ? 'is' : 'is not'} sufficient for the answer` : 'not verified yet',
  ].join('\n')
}
