import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setupSql } from '../../src/index.js'

test('docker compose accepts docker-compose.yml, with Postgres, a migration, the server and two workers', ({ skip }) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) {
    console.error('\n*** SKIPPED: docker-compose.yml is not checked, there is no `docker compose` here ***\n')
    skip('no docker compose')
  }
  const { status, stdout, stderr } = spawnSync('docker', ['compose', '--file', 'docker-compose.yml', 'config', '--format', 'json'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.any(String)])
  const { services } = JSON.parse(stdout) as { services: Record<string, { deploy?: { replicas?: number }; healthcheck?: object }> }
  expect(Object.keys(services).sort()).toEqual(['migrate', 'postgres', 'server', 'worker'])
  expect(services['worker']?.deploy?.replicas).toBe(2)
  expect([services['postgres']?.healthcheck, services['server']?.healthcheck, services['worker']?.healthcheck]).not.toContain(undefined)
})

test('the server of docker-compose.yml is set up as emend setup sql prints, migrated by the owner and worked on by the service', () => {
  const text = readFileSync('docker-compose.yml', 'utf8')
  const printed = setupSql().trimEnd().replaceAll('$', '$$$$').split('\n').map((line) => (line === '' ? '' : `      ${line}`)).join('\n')
  expect(text).toContain(printed)
  expect([...text.matchAll(/DATABASE_URL: postgres:\/\/(\w+):/g)].map(([, login]) => login)).toEqual(['emend_app', 'emend_owner'])
})
