/** Says `N passed, N failed` on a line of its own at the end; with EMEND_TEST_COUNTS, adds it to that file too. */
import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0
    let failed = unhandled.length
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result().state)
      passed += results.filter((state) => state === 'passed').length
      const broken = results.filter((state) => state === 'failed').length
      failed += broken === 0 && module.state() === 'failed' ? 1 : broken // a file that could not be run counts as one
    }
    const line = `${passed} passed, ${failed} failed\n`
    process.on('exit', () => { process.stdout.write(line) }) // after the other reporters
    const file = process.env['EMEND_TEST_COUNTS']
    if (file) appendFileSync(file, line)
  }
}
