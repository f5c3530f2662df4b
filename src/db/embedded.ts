/** The default server: a real Postgres from npm under EMEND_HOME, shared by all emend processes that use the same folder. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmendError } from '../errors.js'
import { findBinaries, type Binaries } from './embedded/binaries.js'
import { createCluster } from './embedded/create-cluster.js'
import { findPlaces, type Places } from './embedded/places.js'
import { findPostmaster } from './embedded/postmaster.js'
import { postgresUser, type SystemUser } from './embedded/run-as.js'
import { logTail, startServer } from './embedded/start-server.js'

/** A server to connect to, and how to let go of it. */
export interface Server {
  /** Connection string of database `emend` as role `emend`, which is no superuser. */
  url: string
  /** Let go. The last process that does stops an embedded server; any other server is left alone. */
  stop(): Promise<void>
}

/** How long a server may take to start, recover from a crash or stop, in milliseconds. */
const patienceMs = 60_000
/** Starts that end at once before the log is quoted instead. */
const maxStarts = 5
/** Each process holds this advisory lock shared in database postgres as long as it uses the server. */
const presenceLock = 712_350_002

/** How to run the server; everything has a default. */
export interface EmbeddedOptions {
  /** Postgres settings for a start, like `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  /** Programs to run instead of those that npm installed. */
  binaries?: Binaries
}

interface Cluster {
  places: Places
  binaries: Binaries
  user: SystemUser | undefined
  settings: Record<string, string>
  data: string
  password: string
}

/** The connection by which this process is counted. */
interface Presence {
  client: pg.Client
  socket: Socket
  port: number
}

/**
 * Start the server of `home`, or join the one that another process started.
 *
 * The first time it is initialised (about two seconds). The server runs on 127.0.0.1 with a generated password; its
 * words go to `<home>/postgres.log`. A process that dies without `stop` leaves it running for the next one.
 * While this process uses a server that crashes, it is started again on the same port.
 *
 * @param home folder of its files; made if missing
 * @throws EmendError `embedded_failed`
 */
export async function openEmbedded(home: string, options: EmbeddedOptions = {}): Promise<Server> {
  try {
    return await openCluster(await prepare(home, options))
  } catch (error) {
    if (error instanceof EmendError) throw error
    throw new EmendError('embedded_failed', `the embedded Postgres in ${home} cannot be used: ${(error as Error).message}`, {}, { cause: error })
  }
}

async function prepare(home: string, options: EmbeddedOptions): Promise<Cluster> {
  const user = postgresUser()
  const binaries = options.binaries ?? findBinaries(user)
  const places = findPlaces(home, user)
  await createCluster(places, binaries, user)
  const data = realpathSync(join(places.cluster, 'data'))
  const { uid, gid } = statSync(data)
  if (!user && process.getuid && uid !== process.getuid()) {
    throw new EmendError('embedded_failed', `${data} belongs to another user of this machine: choose another EMEND_HOME`)
  }
  const password = readFileSync(join(places.cluster, 'password'), 'utf8')
  return { places, binaries, user: user && { uid, gid }, settings: options.settings ?? {}, data, password }
}

async function openCluster(cluster: Cluster): Promise<Server> {
  let isStopping = false
  const enter = async (): Promise<Presence> => {
    const entered = await enterServer(cluster)
    entered.client.once('end', () => {
      if (!isStopping) presence = enter()
      presence.catch(() => {}) // seen by whoever queries the server, and by stop
    })
    return entered
  }
  let presence = enter()
  const { port } = await presence
  return {
    url: connectionString(cluster, port, 'emend'),
    async stop() {
      if (isStopping) return
      isStopping = true
      const entered = await presence.catch(() => undefined) // else the server is gone, and could not be started again
      entered?.socket.ref()
      if (entered) await leaveServer(entered.client, cluster.data)
    },
  }
}

/** Have a server run, and be counted among those who use it. */
async function enterServer(cluster: Cluster): Promise<Presence> {
  let starts = 0
  for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp;) {
    const running = findPostmaster(cluster.data)
    if (!running) {
      if (await startServer(cluster.places, cluster.binaries, cluster.user, cluster.settings)) continue
      if (!findPostmaster(cluster.data) && ++starts === maxStarts) {
        throw new EmendError('embedded_failed', `Postgres does not start: ${logTail(cluster.places.log)}`, { log: cluster.places.log })
      }
    } else if (running.isReady) {
      const joined = await joinServer(connectionString(cluster, running.port, 'postgres'))
      if (joined) return { ...joined, port: running.port }
    }
    await sleep(50)
  }
  throw new EmendError('embedded_failed', `Postgres was not ready in ${patienceMs / 1000} s`, { log: cluster.places.log })
}

/** @returns undefined when the server stops or restarts under us */
async function joinServer(url: string): Promise<Omit<Presence, 'port'> | undefined> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, application_name: 'emend presence', stream: () => socket })
  client.on('error', () => {}) // the end event follows
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [presenceLock])
    socket.unref() // being counted keeps no process alive
    return { client, socket }
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code === '28P01') throw error
    return undefined
  }
}

/** Stop being counted; whoever then gets the lock alone was the last, and stops the server. */
async function leaveServer(client: pg.Client, data: string): Promise<void> {
  const isLast = await client.query('select pg_advisory_unlock_shared($1)', [presenceLock])
    .then(() => client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [presenceLock]))
    .then(({ rows }) => rows[0]?.is_last ?? false, () => false) // the connection is lost, and with it our part in the server
  const running = findPostmaster(data)
  if (!isLast || !running) {
    await client.end().catch(() => {})
    return
  }
  process.kill(running.pid, 'SIGINT') // a fast shutdown: it ends all connections, ours and the lock with it
  for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp; await sleep(20)) {
    if (findPostmaster(data)?.pid !== running.pid) return
  }
}

function connectionString(cluster: Cluster, port: number, database: string): string {
  return `postgres://emend:${cluster.password}@127.0.0.1:${port}/${database}`
}
