/** Retrieval: what an agent remembers about a question. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { SearchMode } from '../vocabulary.js'
import { questionWords } from './question-words.js'

/** Where a model placed a question. */
export interface QueryEmbedding {
  /** Name of the embedder. */
  model: string
  embedding: number[]
}

/** How to look: by text alone, or also by an embedding. */
export type SearchHow = { mode: 'text'; embedding?: undefined } | { mode: Exclude<SearchMode, 'text'>; embedding: QueryEmbedding }

/** What to look for, and where. */
export interface Search {
  text: string
  /** How many at most, 1 to 1000. */
  k: number
  /** By text when left out. */
  how?: SearchHow
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
  /** By text: 1 and more by its words, below 1 by resemblance. By vector: the cosine. Fused: at most 2/61. */
  score: number
}

/** What was found, best first, and what else took part in the ranking. */
export interface Ranked {
  found: FoundMemory[]
  /** Internal ids; without one of these another might have been found. Recorded with the read. */
  considered: number[]
}

/**
 * Find the active memories that answer a question best, in one query. Deterministic: by score, then older first.
 *
 * @returns at most k, best first; by text, none where nothing resembles the question
 */
export async function searchMemories(trx: Trx, tenantId: number, search: Search): Promise<FoundMemory[]> {
  return (await rankMemories(trx, tenantId, search)).found
}

/** The same, with what else took part in the ranking. */
export async function rankMemories(trx: Trx, tenantId: number, search: Search): Promise<Ranked> {
  const { scope, how } = search
  const { rows } = await sql<{ memory_id: number; id: string; content: string; score: number; considered: number[] }>`
    select * from emend.search_memories(${tenantId}::integer, ${questionWords(search.text)}, ${search.k}::integer, ${scope?.user ?? null}, ${scope?.agent ?? null},
      ${scope?.session ?? null}, ${search.before ?? null}::bigint, ${search.include ?? []}::bigint[], ${search.exclude ?? []}::bigint[],
      ${how?.mode ?? 'text'}::emend.search_mode, ${how?.embedding?.model ?? null}, ${how?.embedding?.embedding ?? null}::real[])`.execute(trx)
  return {
    found: rows.map((row) => ({ memoryId: Number(row.memory_id), id: row.id, content: row.content, score: row.score })),
    considered: rows[0]?.considered.map(Number) ?? [],
  }
}
