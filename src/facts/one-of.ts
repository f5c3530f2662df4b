/**
 * A list of words as alternatives of a pattern.
 *
 * @param lists words separated by blanks; each may be a pattern without blanks (`prefers?`)
 */
export function oneOf(...lists: string[]): string {
  return lists.flatMap((list) => list.split(' ')).join('|')
}
