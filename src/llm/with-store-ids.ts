/** A checked reply with the ids of the store in place of those of the request. */
import { idMembers } from './contracts.js'
import type { IdAliases } from './id-aliases.js'

/** Replace ids in every member that holds some; nothing else is touched. */
export function withStoreIds<T>(value: T, aliases: IdAliases): T {
  if (Array.isArray(value)) return value.map((inner: unknown) => withStoreIds(inner, aliases)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) =>
    idMembers.has(key) && Array.isArray(inner)
      ? [key, [...new Set(inner.map((alias) => aliases.toId.get(String(alias)) ?? String(alias)))]]
      : [key, withStoreIds(inner, aliases)])) as T
}
