/** Make a new database cluster, complete or not at all. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmendError } from '../../errors.js'
import type { Binaries } from './binaries.js'
import type { Places } from './places.js'
import type { SystemUser } from './run-as.js'

/** Character classes must know more than ASCII, or trigrams of Chinese text are empty; the first that the system has. */
const characterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Initialise the cluster of `places` unless it exists, with the role and database `emend`.
 *
 * The role may log in, make roles and databases, and is no superuser. The cluster is built beside its place and
 * renamed, so that of several processes at once one wins and a killed one leaves only a draft.
 *
 * @throws EmendError `embedded_failed` with what initdb said
 */
export async function createCluster(places: Places, binaries: Binaries, user: SystemUser | undefined): Promise<void> {
  if (existsSync(places.cluster)) return
  const draft = `${places.cluster}.draft-${randomBytes(6).toString('hex')}`
  const password = randomBytes(24).toString('base64url')
  try {
    mkdirSync(draft, { mode: 0o755 })
    writeFileSync(join(draft, 'password'), password, { mode: 0o600 })
    writeFileSync(join(draft, 'superuser-password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (user) chownSync(join(draft, 'superuser-password'), user.uid, user.gid)
    mkdirSync(join(draft, 'data'), { mode: 0o700 })
    if (user) chownSync(join(draft, 'data'), user.uid, user.gid)
    await initialise(draft, places.log, binaries, user)
    await run(binaries.postgres, ['--single', '-D', join(draft, 'data'), '-c', 'log_min_messages=warning', 'postgres'], places.log, user, [
      `create role emend login createdb createrole password '${password}'`,
      'create database emend owner emend',
    ].join('\n') + '\n')
    renameSync(draft, places.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(places.cluster)) throw error // else another process was faster
  }
}

async function initialise(draft: string, log: string, binaries: Binaries, user: SystemUser | undefined): Promise<void> {
  const data = join(draft, 'data')
  for (const locale of characterLocales) {
    try {
      await run(binaries.initdb, [
        `--pgdata=${data}`, '--username=postgres', `--pwfile=${join(draft, 'superuser-password')}`, '--auth=scram-sha-256',
        '--encoding=UTF8', '--locale=C', `--lc-ctype=${locale}`, '--no-sync', '--no-instructions',
      ], log, user)
      return
    } catch (error) {
      if (locale === 'C' || !(error as Error).message.includes('locale')) throw error
    }
  }
}

/** Run a program to its end as `user`, its words going to the log. */
async function run(command: string, args: string[], log: string, user: SystemUser | undefined, input = ''): Promise<void> {
  const words: Buffer[] = []
  const code = await new Promise<number | string | null>((resolve, reject) => {
    const child = spawn(command, args, { ...user, env: { ...process.env, LC_MESSAGES: 'C', LC_ALL: '' }, cwd: '/' })
    child.stdout.on('data', (chunk: Buffer) => words.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => words.push(chunk))
    child.stdin.on('error', () => {}) // it ended early; its exit code tells
    child.stdin.end(input)
    child.on('error', (cause) => { reject(new EmendError('embedded_failed', `${command} does not start: ${cause.message}`, {}, { cause })) })
    child.on('close', (exit, signal) => { resolve(exit ?? signal) })
  })
  const said = Buffer.concat(words).toString('utf8')
  appendFileSync(log, said, { mode: 0o600 })
  if (code !== 0 || /^(?:FATAL|ERROR):/m.test(said)) {
    throw new EmendError('embedded_failed', `${command} failed (${String(code)}): ${said.trim().split('\n').slice(-3).join(' ')}`, { log })
  }
}
