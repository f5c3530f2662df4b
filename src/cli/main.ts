#!/usr/bin/env node
/** The bin `emend`. */
import { endQuietly } from './end-quietly.js'
import { runCli } from './run-cli.js'

endQuietly(process)

process.exitCode = await runCli(process.argv.slice(2))
