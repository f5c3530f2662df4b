/** Retrieval: what an agent remembers about a question. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { questionWords } from './question-words.js'

/** What to look for, and where. */
export interface Search {
  text: string
  /** How many at most, 1 to 1000. */
  k: number
  /** user: his memories and those without an owner. agent: the one that wrote them. session: the one they were made in. */
  scope?: { user?: string | undefined; agent?: string | undefined; session?: string | undefined } | undefined
  /** Only memories older than this tick of the clock. */
  before?: number
  /** Also these, whatever their age and status, where they fit text and scope: reopened ones and replacements. Not for role agent. */
  include?: readonly number[]
  /** Never these. */
  exclude?: readonly number[]
  /** The store as it is now; the only one there is. */
  store?: 'current'
}

/** A memory that was found. */
export interface FoundMemory {
  memoryId: number
  id: string
  content: string
  /** 1 and more: found by its words. Below 1: by resemblance. */
  score: number
}

/**
 * Find the active memories that answer a question best. Deterministic: by score, then older first; the score depends on
 * question and memory alone.
 *
 * @returns at most k, best first; none where nothing resembles the question
 */
export async function searchMemories(trx: Trx, tenantId: number, search: Search): Promise<FoundMemory[]> {
  const { scope } = search
  const { rows } = await sql<{ memory_id: number; id: string; content: string; score: number }>`
    select * from emend.search_memories(${tenantId}::integer, ${questionWords(search.text)}, ${search.k}::integer, ${scope?.user ?? null}, ${scope?.agent ?? null},
      ${scope?.session ?? null}, ${search.before ?? null}::bigint, ${search.include ?? []}::bigint[], ${search.exclude ?? []}::bigint[])`.execute(trx)
  return rows.map((row) => ({ memoryId: Number(row.memory_id), id: row.id, content: row.content, score: row.score }))
}
