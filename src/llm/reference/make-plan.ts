/** Stage plan. */
import type { Reply } from '../contracts.js'
import { chooseTools, parameterNames, type Wanted } from './choose-tools.js'
import { dimensionsOf, measuredThing } from './dimensions.js'
import { fillArgument, type Filled } from './fill-argument.js'
import { matchHint } from './match-hint.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { selectClauses } from './select-clauses.js'
import { tokenize } from './tokens.js'

/** Call the tools that the question needs and whose arguments are known; without any, say what is known already. */
export function makePlan(document: RequestDocument): Reply<'plan'> {
  const turn = document.inputs.at(-1)
  const own = turn ? [turn.id] : []
  const calls: Reply<'plan'>['tool_calls'] = []
  for (const wanted of chooseTools(document)) {
    const filled = fillArguments(wanted, document)
    if (!filled) continue
    const args = JSON.stringify(filled.value)
    if (calls.some((call) => call.name === wanted.tool.name && call.args === args)) continue
    calls.push({ name: wanted.tool.name, args, evidence_ids: [...new Set([...own, ...filled.evidenceIds])] })
  }
  if (calls.length > 0) {
    const said = calls.map(({ name, args }) => `${name} with ${describe(args)}`).join(', then ')
    return { content: `Call ${said}.`, evidence_ids: [...new Set([...own, ...calls.flatMap((call) => call.evidence_ids)])], tool_calls: calls }
  }
  const clauses = readDocument(document)
  const hinted = document.hint ? matchHint(document.hint.content, clauses, { also: document.question, least: 0.34 }) : []
  const known = hinted.length > 0 ? hinted : selectClauses(document.question, clauses)
  if (known.length === 0) return { content: 'Answer without a tool.', evidence_ids: own, tool_calls: [] }
  return { content: `Answer from what is known: ${render(known)}`, evidence_ids: [...new Set([...own, ...evidenceIds(known)])], tool_calls: [] }
}

/** All required arguments, and those of the old call; null where a required one is unknown. */
function fillArguments({ tool, oldArgs }: Wanted, document: RequestDocument): Filled | null {
  const old = oldArgs !== null && typeof oldArgs === 'object' ? (oldArgs as Record<string, unknown>) : {}
  const properties = (tool.parameters?.['properties'] ?? {}) as Record<string, Record<string, unknown>>
  const required = Array.isArray(tool.parameters?.['required']) ? tool.parameters['required'].map(String) : []
  const known = new Set(parameterNames(tool))
  const names = [...new Set([...Object.keys(old).filter((name) => !tool.parameters || known.has(name)), ...required,
    ...(oldArgs === undefined ? parameterNames(tool) : [])])]
  const args: Record<string, unknown> = {}
  const ids: string[] = []
  const open: string[] = []
  for (const name of names) {
    const { value, evidenceIds: from } = fillArgument(name, properties[name] ?? {}, old[name], document)
    if (value === undefined) {
      if (!tool.parameters && name in old) return null
      if (required.includes(name)) open.push(name)
      continue
    }
    args[name] = value
    ids.push(...from)
  }
  const [missing, ...others] = open
  if (missing === undefined) return { value: args, evidenceIds: [...new Set(ids)] }
  const asked = oldArgs === undefined && others.length === 0 && acceptsText(properties[missing]) ? askedThing(document) : null
  if (asked === null || Object.values(args).includes(asked)) return null
  return { value: { ...args, [missing]: asked }, evidenceIds: [...new Set(ids)] }
}

/** What a question is about goes where one argument is open: the thing that it measures, by its identifier if it has one. */
function askedThing({ question }: RequestDocument): string | null {
  const thing = measuredThing(question)
  const [id, ...more] = dimensionsOf(question).length > 0 ? tokenize(question).filter(({ kind }) => kind === 'id') : []
  return id && more.length === 0 ? id.text : thing
}

const acceptsText = (schema: Record<string, unknown> | undefined): boolean => (schema?.['type'] ?? 'string') === 'string' && !schema?.['enum']

function describe(args: string): string {
  const entries = Object.entries(JSON.parse(args) as Record<string, unknown>)
  if (entries.length === 0) return 'no arguments'
  return entries.map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')
}
