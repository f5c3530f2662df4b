/** A report as Markdown. */
import { explainPaper } from './report-mechanics.js'
import { reportTables } from './report-tables.js'
import type { BenchReport } from './report.js'

/** Print a report. @param picture file of the picture, beside it; left out, there is none */
export function reportMarkdown(report: BenchReport, picture?: string): string {
  const { settings, cases } = report
  const said = [
    `${cases.total} cases (${cases.rejected} candidates rejected), seed ${settings.seeds.join(', ')}, phrases ${settings.phrases}, model ${settings.model}, noise ${settings.noise}`,
    ...(settings.dropEdges > 0 ? [`${settings.dropEdges} of the references lost`] : []),
    ...(settings.spuriousEdges > 0 ? [`${settings.spuriousEdges} references made up for each one`] : []),
  ].join('; ')
  const tables = reportTables(report).map(({ title, head, rows }) => [
    `## ${title}`, '', line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line),
  ].join('\n'))
  const why = explainPaper(report)
  return `${['# Controlled benchmark', said + '.', ...(picture ? [`![Durable recovery against model calls](${picture})`] : []), ...tables, ...(why === null ? [] : [`## What arm paper does here\n\n${why}`])].join('\n\n')}\n`
}

const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
