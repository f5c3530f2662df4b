/** What came back, judged: shape, ids, tools, arguments. A model that obeys a memory's text must not get past this. */
import { checkArgs } from '../tools/check-args.js'
import { idMembers, replies, type Reply, type Stage, type StageContext } from './contracts.js'
import type { IdAliases } from './id-aliases.js'

/** The reply, or what is wrong with it in words that a model understands. */
export type CheckedReply<S extends Stage> = { ok: true; reply: Reply<S> } | { ok: false; problem: string }

/**
 * Check a reply as it came over the wire.
 *
 * @param text JSON, with ids as the request named them
 * @returns the reply, still with the ids of the request
 */
export function checkReply<S extends Stage>(stage: S, text: string, context: StageContext, aliases: IdAliases): CheckedReply<S> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'the reply is not JSON' }
  }
  const parsed = replies[stage].safeParse(json)
  if (!parsed.success) {
    return { ok: false, problem: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'reply'}: ${issue.message}`).join('; ') }
  }
  const reply = parsed.data as Reply<S>
  const problem = badText(reply) ?? unknownIds(reply, aliases) ?? stageProblem(stage, reply, context, aliases)
  return problem === null ? { ok: true, reply } : { ok: false, problem }
}

function badText(value: unknown): string | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? 'text holds a NUL character or a lone surrogate' : null
  }
  if (value === null || typeof value !== 'object') return null
  for (const inner of Object.values(value)) {
    const problem = badText(inner)
    if (problem) return problem
  }
  return null
}

function unknownIds(value: unknown, aliases: IdAliases): string | null {
  if (value === null || typeof value !== 'object') return null
  for (const [key, inner] of Object.entries(value)) {
    if (idMembers.has(key) && Array.isArray(inner)) {
      const unknown = inner.find((id) => !aliases.toId.has(String(id)))
      if (unknown !== undefined) return `${key} names ${JSON.stringify(unknown)}, which was not offered`
    } else {
      const problem = unknownIds(inner, aliases)
      if (problem) return problem
    }
  }
  return null
}

function stageProblem(stage: Stage, reply: unknown, context: StageContext, aliases: IdAliases): string | null {
  if (stage === 'plan') return toolProblem(reply as Reply<'plan'>, context)
  if (stage === 'mutation') return mutationProblem(reply as Reply<'mutation'>, context, aliases)
  return null
}

function toolProblem(reply: Reply<'plan'>, context: StageContext): string | null {
  for (const call of reply.tool_calls) {
    const tool = context.tools?.find(({ name }) => name === call.name)
    if (!tool) return `tool_calls names ${JSON.stringify(call.name)}, which is not among the tools`
    let args: unknown
    try {
      args = JSON.parse(call.args)
    } catch {
      return `args of ${call.name} is not JSON text`
    }
    const problem = badText(args) ?? checkArgs(tool.parameters, args)
    if (problem) return `args of ${call.name}: ${problem}`
  }
  return null
}

function mutationProblem(reply: Reply<'mutation'>, context: StageContext, aliases: IdAliases): string | null {
  const offered = context.evidence.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  const memories = new Set([...offered, ...(context.mutation?.consumes ?? [])])
  for (const { type, retire_ids, memories: made } of reply.mutations) {
    const other = retire_ids.find((alias) => !memories.has(aliases.toId.get(alias) ?? ''))
    if (other !== undefined) return `retire_ids names ${JSON.stringify(other)}, which is not a memory`
    if (type === 'memory_write' && retire_ids.length > 0) return 'a memory_write retires nothing; use memory_update'
    if (type === 'memory_delete' && made.length > 0) return 'a memory_delete makes no memories; use memory_update'
    if (context.mutation && type !== context.mutation.type) return `the mutation asked for is ${context.mutation.type}, not ${type}`
  }
  return null
}
