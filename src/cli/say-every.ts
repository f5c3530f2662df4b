/** Progress of work whose length nobody knows. */
import type { Output } from './output.js'

/** A word after this many. */
const every = 10_000

/** @returns called for each; every ten thousand something is said */
export function sayEvery(output: Pick<Output, 'say'>, what: string): () => void {
  let count = 0
  return () => {
    count += 1
    if (count % every === 0) output.say(`${what}: ${count}`)
  }
}
