/** Which tools a question needs. */
import { tokenize, type Token } from './tokens.js'
import { dimensionsOf } from './dimensions.js'
import { functionWords, askingWords } from './function-words.js'
import { parameterStems } from './argument-candidates.js'
import { wantsFresh } from './is-request.js'
import { wantsMemoryOnly } from './memory-only.js'
import type { RequestDocument } from './request-document.js'
import { stem } from './stem.js'
import { readDocument } from './read-clauses.js'
import { selectClauses } from './select-clauses.js'
import { askedIdentifiers, takes } from './asked-identifier.js'
import { readTurn } from './speech/read-turn.js'

/** A call to be made: the tool, and the arguments of the old call if one is hinted at. */
export interface Wanted {
  tool: NonNullable<RequestDocument['tools']>[number]
  oldArgs: unknown
}

/** Words of tool names that say nothing about the subject. */
const verbs = new Set('get fetch read load list query retrieve lookup run call do set make tool api info information detail details data record'.split(' ').map(stem))

/** Tools of the old calls that are still offered; else those whose name and description fit the question best. */
export function chooseTools(document: RequestDocument): Wanted[] {
  const tools = document.tools ?? []
  if (tools.length === 0 || wantsMemoryOnly(document.question) || isWorkOnMemory(document.question)) return []
  const old = (document.hint?.toolCalls ?? []).flatMap(({ name, args }) => {
    const tool = tools.find((one) => one.name === name)
    return tool ? [{ tool, oldArgs: args }] : []
  })
  if (old.length > 0) return old

  const asked = contentStems(document.question)
  const ids = askedIdentifiers(document.question)
  const rated = tools.map((tool) => ({ tool, score: fit(tool, asked) + measures(tool, document.question) })).filter(({ tool }) => ids.length === 0 || takes(tool, ids) !== false)
  const fitting = rated.filter(({ score }) => score >= 1)
  const scored = fitting.length > 0 || !asksSomething(document.question) ? fitting : lookUpOf(rated, ids)
  if (scored.length === 0) return []
  if (!wantsFresh(document.question) && isKnown(document, asked)) return []
  return scored.filter(({ score }) => score >= 1).map(({ tool }) => ({ tool, oldArgs: undefined }))
}

/** Where no word names a tool: of those that take what is asked about, the one that fits best, and of several the one that tells of the thing itself. */
function lookUpOf(rated: readonly { tool: Wanted['tool']; score: number }[], ids: readonly Token[]): { tool: Wanted['tool']; score: number }[] {
  const able = ids.length === 0 ? [] : rated.filter(({ tool }) => takes(tool, ids) === true && !changesThings.test(tool.name))
  const best = able.toSorted((a, b) => b.score - a.score || Number(/^get/i.test(b.tool.name)) - Number(/^get/i.test(a.tool.name)))[0]
  return best ? [{ ...best, score: 1 }] : []
}

const asksSomething = (question: string): boolean => readTurn(question).some(({ kind }) => kind === 'ask')

/** To forget and to merge no tool is needed. */
const isWorkOnMemory = (question: string): boolean => readTurn(question).some(({ kind }) => kind === 'forget' || kind === 'merge')

/** Nouns of the name count whole, words of the description and of parameters a quarter. */
function fit(tool: Wanted['tool'], asked: ReadonlySet<string>): number {
  const name = nameStems(tool.name).filter((one) => !verbs.has(one))
  const inName = name.filter((one) => asked.has(one)).length
  const about = new Set([...contentStems(tool.description ?? ''), ...parameterNames(tool).flatMap(parameterStems)].filter((one) => !verbs.has(one) && !name.includes(one)))
  const beside = [...about].filter((one) => asked.has(one)).length
  return inName + beside * 0.25 + (inName === 0 && beside >= 2 && !changesThings.test(tool.name) ? 0.75 : 0)
}

/** A tool that tells a dimension that the question asks for, by whatever word. */
function measures(tool: Wanted['tool'], question: string): number {
  if (changesThings.test(tool.name)) return 0
  const told = new Set(dimensionsOf(`${nameStems(tool.name).join(' ')} ${tool.name.replaceAll(/[_-]/g, ' ')}. ${tool.description ?? ''}`))
  return dimensionsOf(question).some((noun) => told.has(noun)) ? 1 : 0
}

/** A tool that does something is called only by its name. */
const changesThings = /^(?:create|add|set|update|change|edit|delete|remove|cancel|send|open|close|submit|place|issue|transfer|write|post|start|stop)(?![a-z])/i

/** Every topic of the question stands in the evidence that would answer it. */
function isKnown(document: RequestDocument, asked: ReadonlySet<string>): boolean {
  const clauses = selectClauses(document.question, readDocument(document))
  return clauses.length > 0 && [...asked].every((one) => clauses.some(({ stems, leansOn }) => stems.has(one) || leansOn?.stems.has(one)))
}

/** Names of the parameters of a tool. */
export function parameterNames(tool: Wanted['tool']): string[] {
  const properties = tool.parameters?.['properties']
  return properties !== null && typeof properties === 'object' ? Object.keys(properties) : []
}

const nameStems = (name: string): string[] => tokenize(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ').toLowerCase()).map((token) => token.stem)

const contentStems = (text: string): ReadonlySet<string> => new Set(tokenize(text)
  .filter(({ lower, stem: one }) => one !== 'user' && !functionWords.has(lower) && !askingWords.has(lower)).map((token) => token.stem))
