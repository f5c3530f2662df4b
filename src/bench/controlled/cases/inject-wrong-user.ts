/** Wrong user: what somebody else said stands among the user's memories. */
import type { RecordItem } from '../../../index.js'
import type { Target } from '../scripts/script.js'
import type { Injection } from './injection.js'

/**
 * Put a fabricated memory before everything. No step made it; it is filed under the user, which is what is wrong about it.
 *
 * @param userId whom it is filed under
 */
export function injectWrongUser(items: readonly RecordItem[], { content }: Target, userId: string): Injection | null {
  if (content === undefined) return null
  const id = `wrong-user-${items.length}`
  return { items: [{ kind: 'memory', id, content, user: userId, source: 'user_input' }, ...items], faultIds: [id], failedSteps: [] }
}
