/** Which memories of one owner say different values of the same thing. Pure. */
import { statementsOf, type Statement } from './statements.js'

/** A readable memory. */
export interface Remembered {
  id: number
  content: string
  /** A step made it from declared evidence. */
  isGrounded: boolean
}

/** Two memories that cannot both be right. */
export interface Contradiction {
  /** The one to doubt. */
  memoryId: number
  /** The one that it contradicts. */
  againstId: number
  value: string
  against: string
  /** The doubted one rests on something too, and is the older. */
  isGrounded: boolean
}

/** Who or what somebody is to somebody has many of: friends, sisters. Two words or more ("home airport") name one. */
const isUnique = ({ shape, frame }: Statement): boolean => shape !== 'name' || frame.length > 1

/**
 * Compare what the memories of one owner state.
 *
 * Two contradict each other when they say in the same words what a thing is ("the budget is 50 USD", but neither "the user ran 5 km", which may be
 * true on two days, nor "has a card with ANA", who may have two), with values of one kind, and each says it once. Doubted is the one that rests on nothing recorded, where the other rests on
 * something; of two that do, the older. Where neither does nobody can tell, and nothing is found.
 *
 * @param memories of one owner, oldest first
 * @returns one a doubted memory, oldest first
 */
export function findContradictions(memories: readonly Remembered[]): Contradiction[] {
  const byFrame = new Map<string, { memory: Remembered; statement: Statement }[]>()
  for (const memory of memories) {
    for (const statement of onceSaid(statementsOf(memory.content))) {
      const key = keyOf(statement)
      byFrame.set(key, [...byFrame.get(key) ?? [], { memory, statement }])
    }
  }
  const found = new Map<number, Contradiction>()
  for (const said of byFrame.values()) {
    const against = said.findLast(({ memory }) => memory.isGrounded)
    if (!against) continue
    for (const { memory, statement } of said) {
      if (memory.id === against.memory.id || found.has(memory.id) || agrees(statement, against.statement)) continue
      found.set(memory.id, {
        memoryId: memory.id, againstId: against.memory.id, value: statement.text, against: against.statement.text, isGrounded: memory.isGrounded,
      })
    }
  }
  return [...found.values()].sort((one, other) => one.memoryId - other.memoryId)
}

const keyOf = ({ frame, shape, isNegated }: Statement): string => `${isNegated ? '-' : '+'}${shape} ${frame.join('|')}`

function onceSaid(statements: readonly Statement[]): Statement[] {
  const counts = new Map<string, number>()
  for (const statement of statements) counts.set(keyOf(statement), (counts.get(keyOf(statement)) ?? 0) + 1)
  return statements.filter((statement) => counts.get(keyOf(statement)) === 1 && statement.isWhatItIs && isUnique(statement))
}

/** 3 May agrees with 3 May 2026. */
function agrees(one: Statement, other: Statement): boolean {
  const covers = (a: Statement, b: Statement): boolean => a.value.every(({ key }) => b.value.some((token) => token.covers.includes(key)))
  return covers(one, other) || covers(other, one)
}
