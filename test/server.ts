/**
 * Before all tests: one Postgres server, and a migrated template that every test file copies in milliseconds.
 *
 * The server is DATABASE_URL, else a container where a Docker engine answers, else the embedded one in a folder that is
 * thrown away. In the second run of .ci/run it is an installed Postgres 15. Tests are no superuser anywhere.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded, type EmbeddedOptions, type Server } from '../src/db/embedded.js'
import { migrate } from '../src/db/migrate.js'
import { buildOnce } from './build-once.js'
import { dropDatabase } from './drop-database.js'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    templateName: string
    /** Set in the run on Postgres 15. */
    isOld: boolean
  }
}

/** Where Debian puts the programs of Postgres 15. */
export const postgres15 = '/usr/lib/postgresql/15/bin'

/** Nothing here must survive a crash of the machine. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildOnce()
  const server = project.config.provide?.isOld
    ? await throwAway({ binaries: { initdb: join(postgres15, 'initdb'), postgres: join(postgres15, 'postgres') } })
    : await findServer()
  const templateName = `emend_test_${process.pid}_template`
  const admin = new pg.Client({ connectionString: server.url })
  const tearDown = async () => {
    try {
      await dropDatabase(admin, templateName)
    } finally {
      await admin.end()
      await server.stop()
    }
  }
  try {
    await admin.connect()
    await admin.query(`create database ${templateName}`)
    const template = new URL(server.url)
    template.pathname = `/${templateName}`
    await migrate(template.href)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('serverUrl', server.url)
  project.provide('templateName', templateName)
  return tearDown
}

async function findServer(): Promise<Server> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  if (await dockerAnswers()) {
    try {
      return await container()
    } catch (error) {
      console.error(`*** Docker answers but gives no Postgres (${(error as Error).message}); the tests run on the embedded one ***`)
    }
  }
  return throwAway()
}

async function throwAway(options: EmbeddedOptions = {}): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), 'emend-test-'))
  chmodSync(home, 0o755)
  const server = await openEmbedded(home, { ...options, settings: hasty })
  const cleaner = cleanUpAfterDeath(home)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      cleaner.stdin.end()
      await once(cleaner, 'exit')
    },
  }
}

/** A program of its own that sees this one end, however it ends, then stops the server of `home` if it still runs, and removes the folder. */
function cleanUpAfterDeath(home: string) {
  const program = `
    const fs = require('node:fs')
    process.stdin.resume().on('end', () => {
      try { process.kill(Number(fs.readFileSync(process.argv[1] + '/postgres/data/postmaster.pid', 'utf8').split('\\n')[0]), 'SIGQUIT') } catch {}
      setTimeout(() => fs.rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 10 }), 100)
    })`
  return spawn(process.execPath, ['-e', program, home], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
}

async function container(): Promise<Server> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const started = await new PostgreSqlContainer('postgres:18-alpine').withCommand(['postgres', '-c', 'fsync=off']).start()
  const admin = new pg.Client({ connectionString: started.getConnectionUri() })
  await admin.connect()
  await admin.query(`create role emend login createdb createrole password 'emend'`)
  await admin.query('create database emend owner emend')
  await admin.end()
  return {
    url: `postgres://emend:emend@${started.getHost()}:${started.getPort()}/emend`,
    async stop() { await started.stop() },
  }
}

/** A ping on the engine's socket, so that nothing large is loaded where there is none. */
async function dockerAnswers(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock'
  const path = host.replace(/^unix:\/\//, '')
  if (host.startsWith('unix:') && !existsSync(path)) return false
  const address = host.startsWith('unix:') ? { path } : { host: new URL(host).hostname, port: Number(new URL(host).port || 2375) }
  return new Promise((resolve) => {
    const socket = connect(address, () => { socket.write('GET /_ping HTTP/1.0\r\n\r\n') })
    const answer = (doesAnswer: boolean) => { socket.destroy(); resolve(doesAnswer) }
    socket.setTimeout(1_000, () => { answer(false) })
    socket.on('error', () => { answer(false) })
    socket.on('data', (data) => { answer(data.toString().includes('200')) })
  })
}
