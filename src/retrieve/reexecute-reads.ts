/** Recorded reads, asked again over the store as a plan leaves it. No model is called. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { ReadResult } from '../plan/types.js'
import { questionWords } from './question-words.js'

/** A recorded read. */
export interface RecordedRead {
  id: number
  /** The clock of the read that it stands for, its own when left out: it sees no memory younger than this. */
  place?: number
  /** Memories that it sees although they are younger: what repairs made in the place of something older. */
  include?: readonly number[]
  query: { text: string; k: number; scope: unknown }
  /** User of its session: his memories are meant where the recorded scope names no user and no result was another's. */
  userId: string | null
}

/** What a recorded read returns now. */
export interface Reexecuted extends ReadResult {
  /** Best first. */
  results: number[]
  /** Score of each. */
  scores: number[]
  /** Memories that took part in its ranks and are no results. */
  considered: number[]
  isExact: boolean
}

/**
 * Execute reads again, all in one query: each in its own mode, by the embedding that was recorded with it.
 *
 * @param store.removed memories that the plan takes out of the store
 * @param store.reopened memories that it puts back, and those it withholds but keeps: seen whatever their status
 * @returns one entry a read, in the order given; results best first
 */
export async function reexecuteReads(
  trx: Trx, tenantId: number, reads: readonly RecordedRead[], store: { removed: readonly number[]; reopened: readonly number[] },
): Promise<Reexecuted[]> {
  if (reads.length === 0) return []
  const asked = reads.map((read) => ({
    id: read.id, place: read.place ?? read.id, include: read.include ?? [], words: questionWords(read.query.text), k: read.query.k, owner: read.userId, ...scopeOf(read),
  }))
  const { rows } = await sql<{ read_id: number; results: number[]; scores: number[]; considered: number[]; is_exact: boolean }>`
    select * from emend.reexecute_reads(${tenantId}::integer, ${JSON.stringify(asked)}::jsonb, ${store.removed}::bigint[], ${store.reopened}::bigint[])
  `.execute(trx)
  return rows.map((row) => ({
    readId: Number(row.read_id), results: row.results.map(Number), scores: row.scores, considered: row.considered.map(Number), isExact: row.is_exact,
  }))
}

function scopeOf(read: RecordedRead): { user?: string; agent?: string; session?: string } {
  const { scope } = read.query
  return typeof scope === 'object' && scope !== null ? scope : {}
}
