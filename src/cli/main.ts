#!/usr/bin/env node
/** The bin `emend`. */
import { runCli } from './run-cli.js'

process.exitCode = await runCli(process.argv.slice(2))
