/** The command line as a whole. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { answerCommand } from './commands/answer.js'
import { backupCommand } from './commands/backup.js'
import { benchCommand } from './commands/bench.js'
import { decideCommand } from './commands/decide.js'
import { demoCommand } from './commands/demo.js'
import { eraseCommand } from './commands/erase.js'
import { detectCommand } from './commands/detect.js'
import { doctorCommand } from './commands/doctor.js'
import { explainCommand } from './commands/explain.js'
import { exportCommand } from './commands/export.js'
import { faultCommand } from './commands/fault.js'
import { importCommand } from './commands/import.js'
import { keyCommand } from './commands/key.js'
import { loginCommand } from './commands/login.js'
import { mcpCommand } from './commands/mcp.js'
import { migrateCommand } from './commands/migrate.js'
import { planCommand } from './commands/plan.js'
import { repairCommand } from './commands/repair.js'
import { restoreCommand } from './commands/restore.js'
import { serveCommand } from './commands/serve.js'
import { settingsCommand } from './commands/settings.js'
import { setupCommand } from './commands/setup.js'
import { statusCommand } from './commands/status.js'
import { tenantCommand } from './commands/tenant.js'
import { toolCommand } from './commands/tool.js'
import { traceCommand } from './commands/trace.js'
import { upCommand } from './commands/up.js'
import { webhookCommand } from './commands/webhook.js'
import { workerCommand } from './commands/worker.js'
import { addGlobalFlags } from './flags.js'
import type { Io } from './io.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * Make the program.
 *
 * @param io what its commands reach
 * @returns a commander program that throws instead of ending the process
 */
export function makeProgram(io: Io): Command {
  const program = addGlobalFlags(new Command('emend'))
    .description('Provenance of agents with memory, and the repair of its faults.')
    .addHelpText('after', `
Exit codes: 0 ok, 1 unexpected or not as a case expects, 2 usage, 3 not found, 4 not possible now, 5 database unreachable,
            6 unknown ids, 7 model or tool

Examples:
  $ emend demo
  $ emend import run.json --remember observations
  $ emend fault add m1 --type poisoned
  $ emend plan 1
  $ emend repair 1 --wait`)
  const commands = [
    demoCommand(io), upCommand(io), migrateCommand(io), serveCommand(io), mcpCommand(io), workerCommand(io), importCommand(io), exportCommand(io), faultCommand(io), detectCommand(io), traceCommand(io),
    explainCommand(io), answerCommand(io), planCommand(io), repairCommand(io), decideCommand(io, 'approve'), decideCommand(io, 'skip'), decideCommand(io, 'undo'), eraseCommand(io), backupCommand(io), restoreCommand(io),
    setupCommand(io), tenantCommand(io), keyCommand(io), loginCommand(io), toolCommand(io), settingsCommand(io), webhookCommand(io), statusCommand(io), doctorCommand(io), benchCommand(io),
  ]
  for (const command of commands) program.addCommand(command)
  const settle = (command: Command): void => {
    command.version(version, '--version', 'print the version').exitOverride().configureHelp({ showGlobalOptions: true })
      .configureOutput({ writeOut: (text) => io.streams.stdout.write(text), writeErr: (text) => io.streams.stderr.write(text) })
    for (const inner of command.commands) settle(inner)
  }
  settle(program)
  return program
}
