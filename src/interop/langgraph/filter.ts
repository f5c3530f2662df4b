/** Filters of LangGraph's stores. */

type Compare = (value: unknown, wanted: unknown) => boolean

const operators: Readonly<Record<string, Compare>> = {
  $eq: (value, wanted) => isSame(value, wanted),
  $ne: (value, wanted) => !isSame(value, wanted),
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => isSame(value, one)),
  $nin: (value, wanted) => Array.isArray(wanted) && !wanted.some((one) => isSame(value, one)),
}

/**
 * Whether an item fits.
 *
 * @param filter by key of the item's value: a value, or an object of `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin`
 */
export function matchesFilter(value: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const own = Object.hasOwn(value, key) ? value[key] : undefined
    const asked = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted) ? Object.entries(wanted) : []
    if (asked.length === 0 || !asked.every(([operator]) => Object.hasOwn(operators, operator))) return isSame(own, wanted)
    return asked.every(([operator, against]) => operators[operator]!(own, against))
  })
}

const isSame = (one: unknown, other: unknown): boolean => one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
