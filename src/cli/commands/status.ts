/** `emend status`: how the tenant is, and what a person has to decide. */
import { Command } from 'commander'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function statusCommand(io: Io): Command {
  return new Command('status')
    .summary('what is stored, repaired and waiting')
    .description('Count memories, faults and repairs; list what waits for a person, stale answers, and violated invariants.')
    .addHelpText('after', '\nExample:\n  $ emend status --tenant demo')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const status = await (await run.tenant()).status()
      run.output.data(status, () => [
        `tenant ${run.config.EMEND_TENANT}`,
        table(['what', 'counts'], (['memories', 'faults', 'repairs'] as const).map((what) =>
          [what, Object.entries(status[what]).map(([key, count]) => `${key} ${count}`).join(', ') || 'none'])),
        'waiting for a person:',
        table(['repair', 'waiting for', 'step', 'tool', 'effect', 'call'], status.decisions.map((row) =>
          [row.repairId, row.waitingFor, row.stepId, row.tool, row.effect, row.callState])),
        'faults for a person to look at, because clean evidence says the same or their repair failed:',
        table(['fault', 'memory', 'detector', 'repair'], status.contested.map((row) => [row.faultId, row.memoryId, row.detector, row.repairId])),
        'faults that are held for a person (emend fault release or withdraw):',
        table(['fault', 'memory', 'type', 'detector', 'confidence', 'evidence'], status.held.map((row) =>
          [row.faultId, row.memoryId, row.type, row.detector, row.confidence, row.evidence]), [null, null, null, null, null, 50]),
        'stale answers:',
        table(['session', 'turn', 'answer'], status.staleAnswers.map((row) => [row.sessionId, row.turn, row.answerId])),
        ...(status.consequences.length === 0 ? [] : [
          'calls that were made for a bad reason and cannot be taken back:',
          table(['repair', 'action', 'tool', 'call'], status.consequences.map((row) => [row.repairId, row.actionId, row.tool, row.call])),
        ]),
        status.violations.length === 0 ? 'every invariant holds' : table(['violated', 'rows'], status.violations.map((row) => [row.violation, row.rows])),
      ].join('\n'))
    }))
}
