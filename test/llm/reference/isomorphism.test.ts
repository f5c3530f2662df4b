import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Evidence, Stage, StageContext } from '../../../src/llm/contracts.js'
import { mutationTypes, type MutationType } from '../../../src/vocabulary.js'
import { ask, context } from '../ask-reference.js'
import { rename } from './rename.js'

interface Asked { stage: Stage; asked: StageContext }
interface CaseItem {
  kind: 'input' | 'memory' | 'step'
  id: string
  content: string
  type?: string
  session?: string
  turn?: number
  tool?: { name: string; args?: unknown }
  used_ids?: string[]
  generated_memory_ids?: string[]
  consumed_memory_ids?: string[]
}
interface CaseFile {
  id: string
  items: CaseItem[]
  tools?: { name: string; results: { args: Record<string, unknown> }[] }[]
  faults: { memory_id: string }[]
}

const folders = ['test/cases', '../shared/cases'].filter((folder) => existsSync(folder))
const cases = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CaseFile))
  .filter((file) => stagesOf(file).length > 0)

/** Every stage of a case as it could be asked again: what is older and not diagnosed is evidence, the old step a hint. */
function stagesOf(file: CaseFile): Asked[] {
  const faulty = new Set(file.faults.map(({ memory_id }) => memory_id))
  const kinds: Record<string, Evidence['kind']> = { claim: 'claim', plan: 'plan', tool_observation: 'observation', final_answer: 'answer' }
  const tools = (file.tools ?? []).map(({ name, results }) => ({
    name,
    parameters: { type: 'object', properties: Object.fromEntries(Object.entries(results[0]?.args ?? {}).map(([key, value]) => [key, { type: typeof value }])), required: Object.keys(results[0]?.args ?? {}) },
  }))
  return file.items.flatMap((item, at): Asked[] => {
    const older = file.items.slice(0, at)
    const inputs = older.filter((one) => one.kind === 'input' && one.session === item.session).map((one): Evidence => ({ id: one.id, kind: 'input', content: one.content }))
    const evidence = older.flatMap((one): Evidence[] => {
      const kind = one.kind === 'memory' ? 'memory' : one.kind === 'step' ? kinds[one.type ?? ''] : undefined
      return kind === undefined || faulty.has(one.id) || one.used_ids?.some((id) => faulty.has(id)) ? [] : [{ id: one.id, kind, content: one.content }]
    })
    const base: StageContext = { domain: 'general', question: inputs.at(-1)?.content ?? '', inputs, evidence }
    const hint = { content: item.content }
    if (item.type === 'claim') return [{ stage: 'claim' as const, asked: { ...base, hint } }, { stage: 'claim' as const, asked: base }]
    if (item.type === 'final_answer') return [{ stage: 'answer' as const, asked: base }]
    if (item.type === 'plan') {
      const toolCalls = file.items.filter((one) => one.type === 'tool_action' && one.used_ids?.includes(item.id)).map((one) => ({ name: one.tool?.name ?? '', args: one.tool?.args }))
      return [{ stage: 'plan' as const, asked: { ...base, tools, hint: { ...hint, toolCalls } } }, { stage: 'plan' as const, asked: { ...base, tools } }]
    }
    if (isMutation(item.type)) {
      const memories = file.items.filter((one) => item.generated_memory_ids?.includes(one.id)).map((one) => one.content)
      return [{ stage: 'mutation' as const, asked: { ...base, mutation: { type: item.type, instruction: item.content, consumes: item.consumed_memory_ids ?? [] }, hint: { ...hint, memories } } },
        { stage: 'mutation' as const, asked: base }]
    }
    return []
  })
}

function isMutation(type: string | undefined): type is MutationType {
  return (mutationTypes as readonly (string | undefined)[]).includes(type)
}

/** Ids stay; contents, question, tools, arguments and hints change. */
function renamed(asked: StageContext): StageContext {
  const entry = (one: Evidence): Evidence => ({ ...one, content: rename(one.content) })
  const inside = <T>(value: T): T => JSON.parse(rename(JSON.stringify(value))) as T
  const properties = (parameters: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
    if (!parameters) return undefined
    const own = Object.entries(parameters['properties'] as Record<string, unknown>)
    return { ...parameters, properties: Object.fromEntries(own.map(([name, schema]) => [rename(name), schema])), required: (parameters['required'] as string[]).map(rename) }
  }
  return {
    ...asked,
    question: rename(asked.question),
    inputs: asked.inputs.map(entry),
    evidence: asked.evidence.map(entry),
    ...(asked.tools ? { tools: asked.tools.map((tool) => ({ name: rename(tool.name), parameters: properties(tool.parameters) ?? {} })) } : {}),
    ...(asked.mutation ? { mutation: { ...asked.mutation, instruction: rename(asked.mutation.instruction) } } : {}),
    ...(asked.hint ? { hint: {
      content: rename(asked.hint.content),
      ...(asked.hint.toolCalls ? { toolCalls: asked.hint.toolCalls.map(({ name, args }) => ({ name: rename(name), args: inside(args ?? {}) })) } : {}),
      ...(asked.hint.memories ? { memories: asked.hint.memories.map(rename) } : {}),
    } } : {}),
  }
}

/** The reply with all texts renamed and all ids kept. */
function renamedReply(value: unknown): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map(renamedReply)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) =>
    [key, key === 'evidence_ids' || key === 'retire_ids' || key === 'type' ? inner : renamedReply(inner)]))
}

test.skipIf(cases.length === 0).each(cases.map((file) => [file.id, file] as const))('case %s comes out the same under other names', async (_, file) => {
  const stages = stagesOf(file)
  for (const { stage, asked } of stages) {
    expect(await ask(stage, renamed(asked)), `${stage} of ${asked.question}`).toEqual(renamedReply(await ask(stage, asked)))
  }
})

const things = ['parcel', 'ticket', 'machine', 'contract', 'garden', 'engine']
const attributes = ['window', 'colour', 'weight', 'deadline', 'owner', 'location']
const values = ['green', 'Lisbon', '45', 'pending', '$19.50', 'K9001', 'Marta']

/** Twenty four made-up stores: two things with two attributes each, one of them corrected later. */
const generated = Array.from({ length: 24 }, (_, seed) => {
  const pick = <T>(list: readonly T[], step: number): T => list[(seed * 7 + step * 3) % list.length] as T
  const [thing, other] = [`${pick(things, 0)} A${100 + seed}`, `${pick(things, 1)} B${300 + seed}`]
  const [first, second] = [pick(attributes, 0), pick(attributes, 1)]
  return `u1: What is the ${first} and the ${second} of ${thing}?
    m1: The ${first} of ${thing} is ${pick(values, 2)}.
    m2: The ${second} of ${thing} is ${pick(values, 3)}; its maker is ${pick(values, 1)}.
    m3: The ${first} of ${other} is ${pick(values, 4)}.
    o1: {"${pick(things, 0)}": "A${100 + seed}", "${first}": "${pick(values, 5)}"}`
})

test.each(generated.map((given, seed) => [seed, given] as const))('generated store %i comes out the same under other names', async (_, given) => {
  const asked = context(given)
  for (const stage of ['claim', 'answer', 'mutation'] as const) {
    expect(await ask(stage, renamed(asked)), stage).toEqual(renamedReply(await ask(stage, asked)))
  }
})

test('generated stores are answered from the right entries', async () => {
  for (const given of generated) {
    const { evidence_ids } = await ask('answer', context(given))
    expect(evidence_ids.toSorted(), given).toEqual(['m2', 'o1'])
  }
})
