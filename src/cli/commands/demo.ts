/** `emend demo`: a fault and its repair, from the wrong answer to the right one. */
import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { migrateDatabase, type Emend, type PlanJson, type RepairReport, type TracedNode } from '../../index.js'
import { firmwareLookup, playStory, type Story } from '../demo/story.js'
import { shortNames } from '../demo/short-names.js'
import type { Io, Run } from '../io.js'
import { table } from '../output.js'
import { graphText } from '../render-graph.js'

/** Everything that one play came to. */
interface Play {
  story: Story
  traced: TracedNode[]
  /** As it was before anything was done. */
  plan: PlanJson
  report: RepairReport
  /** What was stored and is untouched. */
  preserved: { id: string; content: string }[]
}

/** Make the command. */
export function demoCommand(io: Io): Command {
  return new Command('demo')
    .summary('watch a poisoned memory and its repair')
    .description('Play a story with the reference agent in a fresh tenant: a page plants a memory, which travels through a claim, a tool call, an answer and a derived memory. Then a fault row is inserted and repaired.')
    .addHelpText('after', '\nExamples:\n  $ emend demo\n  $ emend demo --json')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      if (run.config.DATABASE_URL !== undefined) await migrateDatabase(run.config)
      const tenant = `demo-${randomUUID().slice(0, 8)}`
      run.output.say('playing the story …')
      const emend = await run.open({ tenant, tools: [firmwareLookup], isolated: true })
      const play = await playOnce(emend, true)
      const later = await emend.repairs.regenerate(play.story.laterAnswer.id)
      run.output.say('playing it again with everything replayed, to compare …')
      const full = await fullReplay(run, `${tenant}-full`)
      const violations = (await emend.status()).violations.length
      run.output.data(
        { tenant, question: play.story.question, report: play.report, later: later.answer, full: full.calls, preserved: play.preserved, violations },
        () => demoText(tenant, play, later, full, violations))
    }))
}

async function playOnce(emend: Emend, selectiveReplay: boolean): Promise<Play> {
  const story = await playStory(emend)
  const before = await emend.allMemories()
  const fault = await emend.faults.add({
    memoryId: story.poisoned, type: 'poisoned', detector: 'page-check', evidence: 'anybody can edit that page', failedAnswerId: story.answer.id,
  })
  const traced = await emend.repairs.trace([fault.id])
  const plan = await emend.repairs.plan([fault.id])
  const report = await emend.repairs.run(await emend.repairs.openFor(fault.id, selectiveReplay ? {} : { selectiveReplay: false }))
  const after = new Map((await emend.allMemories()).map((memory) => [memory.id, memory]))
  const preserved = before.filter(({ id, status }) => status === 'active' && after.get(id)?.status === 'active')
  return { story, traced, plan, report, preserved }
}

/** The same story, with the planner's selection switched off; its tenant is dropped. */
async function fullReplay(run: Run, tenant: string): Promise<RepairReport> {
  const emend = await run.open({ tenant, tools: [firmwareLookup], isolated: true })
  try {
    return (await playOnce(emend, false)).report
  } finally {
    await emend.dropTenant()
  }
}

function demoText(tenant: string, { story, traced, plan, report, preserved }: Play, later: RepairReport, full: RepairReport, violations: number): string {
  const names = shortNames([
    ...traced, ...report.memories.map(({ id }) => ({ id, kind: 'memory' as const })), ...plan.rows.map(({ id }) => ({ id, kind: 'memory_write' as const })),
  ])
  const dispositions = new Map(plan.rows.map((row) => [row.id, `${row.disposition} (${row.rule})`]))
  const named = traced.map((node) => ({ ...node, id: names.of(node.id), from: node.from.map((source) => ({ ...source, id: names.of(source.id) })) }))
  const marks = new Map([...dispositions].map(([id, disposition]) => [names.of(id), disposition]))
  const tools = (calls: RepairReport['calls']): number => Object.values(calls.tool).reduce((sum, count) => sum + count, 0)
  return [
    heading('A page plants a memory'),
    'Ana said that her router is a BX-300. A page that anybody can edit says otherwise, and the page reader believes it:',
    `  ${names.of(story.poisoned)}: "${report.memories.find(({ id }) => id === story.poisoned)?.content ?? ''}"`,
    '',
    `Ana asks: ${story.question}`,
    `  wrong answer: ${story.answer.content}`,
    `The next day another agent reads what is remembered, and tells her: ${story.laterAnswer.content}`,
    heading('What the fault reached'),
    graphText(named, (id) => `[${marks.get(id) ?? ''}]`),
    heading('The plan, before anything was done'),
    table(['node', 'disposition', 'rule', 'reason'],
      plan.rows.map((row) => [names.of(row.id), row.disposition, row.rule, names.within(row.reason)]), [null, null, null, 72]),
    heading('The repair'),
    `answer before: ${report.answer.before ?? ''}`,
    `answer now:    ${report.answer.after ?? ''}`,
    `the answer of the other session was stale, and is made again when asked for:`,
    `  ${later.answer.after ?? ''}`,
    '',
    table(['memory', 'status', 'content'], report.memories.map((row) => [names.of(row.id), row.status, row.content])),
    `preserved, untouched: ${preserved.map(({ content }) => `"${content}"`).join(', ') || 'nothing'}`,
    `invariants violated: ${violations}`,
    heading('What it took'),
    table(['', 'model calls', 'tool calls', 'steps replayed'], [
      ['this repair', report.calls.model + report.calls.probe, tools(report.calls), report.replayed.length],
      ['replaying all that was affected', full.calls.model + full.calls.probe, tools(full.calls), full.replayed.length],
      ['playing the whole story again', story.calls.model, story.calls.tool, null],
    ]),
    'Look around:',
    ...[`explain ${story.poisoned}`, 'repair list', 'status'].map((command) => `npx emend ${command} --tenant ${tenant}`),
  ].join('\n')
}

const heading = (text: string): string => `\n== ${text} ${'='.repeat(Math.max(4, 76 - text.length))}`
