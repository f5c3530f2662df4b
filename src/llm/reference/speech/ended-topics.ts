/** What a turn puts an end to. */
import { readTurn } from './read-turn.js'

/** The things that the user wants forgotten or says are over, in his words; empty where he does neither. */
export function endedTopics(content: string): string[] {
  return readTurn(content).flatMap((act) => (act.kind === 'forget' ? [act.text] : act.kind === 'state' && act.ends !== null ? [act.ends] : []))
}
