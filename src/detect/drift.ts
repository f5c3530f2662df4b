/** Whether a memory that was made from evidence says a value that none of it has. Pure. */
import { readText } from '../facts/read.js'
import type { Token } from '../facts/types.js'
import { statementsOf, type Statement } from './statements.js'

/** What a memory was made from. */
export interface Source {
  /** Id as people know it. */
  name: string
  content: string
  /** The memory was to replace it: the old value that it says is no evidence against the new one. */
  isReplaced: boolean
}

/** A value that came from nowhere. */
export interface Drift {
  /** As the memory says it. */
  value: string
  /** What a source says instead, in which; null where none says anything of the kind. */
  instead: { value: string; source: string } | null
}

/**
 * The first value that a memory has from nowhere.
 *
 * It drifted when no source holds it, some source says the same thing of another value, and that one is not in the memory: then it was put in its
 * place. A value that can be reckoned from values of the sources (a sum, a difference, a rounding) has not. Where nothing speaks against
 * it a value is let pass, but for identifiers and addresses in a summary: nobody reckons those.
 *
 * @param isSummary the memory was consolidated or updated from others
 */
export function findDrift(content: string, sources: readonly Source[], isSummary: boolean): Drift | null {
  const held = new Set(sources.flatMap((source) => readText(source.content)).flatMap(({ own, around }) => [...own, ...around]).flatMap(({ covers }) => covers))
  const isHeld = ({ key, kind }: Token): boolean => held.has(key) || held.has(`w:${key.slice(2)}`) || (kind === 'money' && held.has(`${key.split(' ')[0]} *`))
  const said = new Set(readText(content).flatMap(({ own }) => own).map(({ key }) => key))
  const others = sources.filter(({ isReplaced }) => !isReplaced)
    .flatMap((source) => statementsOf(source.content).map((statement) => ({ source: source.name, statement })))
  const numbers = sources.flatMap(({ content: text }) => readText(text)).flatMap(({ own }) => own).map(amountOf).filter((amount) => amount !== null)
  for (const statement of statementsOf(content)) {
    const missing = statement.value.filter((token) => !isHeld(token))
    if (missing.length === 0 || missing.some((token) => isReckoned(token, numbers))) continue
    const instead = others.find((other) => isOfTheSame(statement, other.statement) && other.statement.value.some(({ key }) => !said.has(key)))
    if (instead) return { value: statement.text, instead: { value: instead.statement.text, source: instead.source } }
    if (isSummary && missing.some(({ kind }) => kind === 'identifier' || kind === 'email')) return { value: statement.text, instead: null }
  }
  return null
}

/** The source may say more of it ("please remember ..."), and nothing less. */
function isOfTheSame(statement: Statement, other: Statement): boolean {
  const frame = new Set(other.frame)
  return statement.shape === other.shape && statement.isNegated === other.isNegated && statement.frame.every((key) => frame.has(key))
}

const amountOf = ({ kind, key }: Token): number | null => {
  if (kind !== 'number' && kind !== 'money' && kind !== 'percent') return null
  const amount = Number.parseFloat(key.slice(2))
  return Number.isFinite(amount) ? amount : null
}

function isReckoned(token: Token, numbers: readonly number[]): boolean {
  const value = amountOf(token)
  if (value === null) return false
  const near = (other: number): boolean => Math.abs(other - value) < 1e-6
  const decimals = /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0
  return numbers.some((one, at) => near(Number(one.toFixed(decimals))) || near(Number(one.toPrecision(2)))
    || numbers.some((two, other) => other > at && (near(one + two) || near(Math.abs(one - two)))))
}
