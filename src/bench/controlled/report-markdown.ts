/** A report as Markdown. */
import { explainPaper } from './report-mechanics.js'
import { reportLine, reportTables } from './report-tables.js'
import { reportFormats, type BenchReport } from './report.js'

/** Print a report. @param picture file of the picture, beside it; left out, there is none */
export function reportMarkdown(report: BenchReport, picture?: string): string {
  const tables = reportTables(report).map(({ title, head, rows }) => [
    `## ${title}`, '', line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line),
  ].join('\n'))
  const why = explainPaper(report)
  return `${[
    `# ${reportFormats[report.format]}`, `${reportLine(report)}.`, ...(picture ? [`![Durable recovery against model calls](${picture})`] : []), ...tables,
    ...(why === null ? [] : [`## What arm paper does here\n\n${why}`]),
  ].join('\n\n')}\n`
}

const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
