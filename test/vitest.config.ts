import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { postgres15 } from './server.js'

/** What needs no database, and is not run again on Postgres 15. */
const pure = ['test/house/**', 'test/facts/**', 'test/plan/**', 'test/llm/**']

/** `--mode postgres-15` runs the files that use the database on a Postgres 15, where its programs are installed. */
export default defineConfig(({ mode }) => {
  const isOld = mode === 'postgres-15'
  const canRun = !isOld || existsSync(postgres15)
  if (!canRun) console.error(`\n*** SKIPPED on Postgres 15: there is no ${postgres15} ***\n`)
  return {
    test: {
      include: canRun ? ['test/**/*.test.ts'] : [],
      exclude: isOld ? pure : [],
      passWithNoTests: !canRun,
      globalSetup: canRun ? ['test/server.ts'] : [],
      provide: { isOld },
      reporters: ['default', './test/count-reporter.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
    },
  }
})
