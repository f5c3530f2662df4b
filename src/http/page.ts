/** Lists in pages. */
import { z } from 'zod'
import { EmendError } from '../errors.js'

/** What every list takes. A number of a query is text on the wire. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Items of a page, at most.'),
  cursor: z.string().max(2_000).optional().describe('nextCursor of the page before; the first page when left out.'),
}

/** The contract of a page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable().describe('null on the last page') })

/** A page, and where the next one starts. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/**
 * Read a page: one item more than it holds tells whether another one follows.
 *
 * @param list reads items after the one that has the key
 * @param keyOf what a cursor remembers of the last item
 * @throws EmendError `bad_request` for a cursor that is none
 */
export async function readPage<T, K extends string | number>(
  { limit, cursor }: { limit: number; cursor?: string }, type: 'string' | 'number',
  list: (page: { limit: number; after?: K }) => Promise<T[]>, keyOf: (item: T) => K,
): Promise<Page<T>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, type) as K
  const items = await list({ limit: limit + 1, ...(after === undefined ? {} : { after }) })
  const page = items.slice(0, limit)
  const last = page.at(-1)
  return { items: page, nextCursor: items.length > limit && last !== undefined ? Buffer.from(JSON.stringify([keyOf(last)])).toString('base64url') : null }
}

function readCursor(cursor: string, type: 'string' | 'number'): string | number {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const key: unknown = Array.isArray(read) && read.length === 1 ? read[0] : undefined
    if (type === 'string' ? typeof key === 'string' : Number.isSafeInteger(key)) return key as string | number
  } catch {
    // said below
  }
  throw new EmendError('bad_request', 'query: cursor: it is none of ours', { in: 'query', path: 'cursor' })
}
