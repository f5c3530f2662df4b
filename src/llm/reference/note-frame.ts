/** The frame of a note that is no plain "X is Y": "they gave K2 as their key", "key: K2 (as the user says)". */
import type { Frame } from './frame.js'
import { ownersOf } from './owners.js'
import { remembering } from './remembering.js'
import { readOwnValueHan, readNoteHan } from './speech/read-own-value-han.js'
import { readNoteValue, type OwnValue } from './speech/read-own-value.js'
import { tokenize, unspaced } from './tokens.js'

/** Longer texts say more than the value of one thing. */
const longest = 240

const valueOf = remembering((text: string): OwnValue | null => {
  if (text.length > longest || /[?？]\s*$/.test(text)) return null
  return /\p{Script=Han}/u.test(text) ? readNoteHan(text) ?? readOwnValueHan(text) : readNoteValue(text)
})

/** A note of a thing of the user's, said as plainly as what he states is remembered; any other text as it is. */
export function plainNote(text: string): string {
  const found = valueOf(text)
  if (!found || ownersOf(tokenize(text)).size > 0 || !tokenize(text).some(({ stem }) => stem === 'user')) return text
  return unspaced.test(text) ? `用户的${found.noun}是${found.value}` : `The user's ${found.noun} is ${found.value}`
}

/** True of a note that gives some thing of somebody's a value. */
export const isNoteOfValue = (text: string): boolean => valueOf(text) !== null

/**
 * What a note says some thing of somebody's is.
 *
 * @param isOwn nobody but the user is spoken of
 * @returns null where it gives no thing a value
 */
export function noteFrame(text: string, isOwn: boolean): Frame | null {
  const found = valueOf(text)
  if (!found) return null
  const stems = (part: string): string[] => tokenize(part).filter(({ isContent }) => isContent).map(({ stem }) => stem)
  const [subject, value] = [stems(found.noun).filter((one) => one !== 'user'), stems(found.value)]
  const attribute = subject.at(-1)
  return attribute === undefined || value.length === 0 ? null : { subject: new Set([...(isOwn ? ['user'] : []), ...subject]), attribute, value }
}
