/** Names of roles and databases in SQL that is printed. */

/** A name as SQL spells it: in quotes, which those that begin with emend never need. */
export function quoteName(name: string): string {
  return /^emend[a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
