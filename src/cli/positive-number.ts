/** Arguments that are numbers. */
import { EmendError } from '../errors.js'

/**
 * A parser for commander.
 *
 * @param what the argument is, for the message
 * @throws EmendError `usage` when it is not a whole number from 1
 */
export function positiveNumber(what: string): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isSafeInteger(value) && value >= 1) return value
    throw new EmendError('usage', `${what} is a number from 1, not "${text}"`)
  }
}
