/** One name for one idea at every door: what a tool of MCP takes is called as the route over HTTP, and both as the verb in TypeScript. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/http/routes.js'
import { contracts } from '../../src/index.js'
import { tools } from '../../src/mcp/tools.js'

/** The route that does the same, and arguments that it has not. */
const pairs: Record<string, { route: string; more?: readonly string[] }> = {
  search_memories: { route: 'searchMemories' },
  get_memory: { route: 'getMemory', more: ['userId', 'agentId', 'sessionId', 'turn'] }, // an agent's look is recorded as a step of its turn
  add_memory: { route: 'addMemory' },
  update_memory: { route: 'updateMemory' },
  delete_memory: { route: 'deleteMemory' },
  record_step: { route: 'recordStep' },
  report_fault: { route: 'reportFault' },
  trace_affected: { route: 'traceAffected', more: ['memoryId'] }, // instead of the numbers of its faults
  explain_support: { route: 'explainNode' },
  plan_repair: { route: 'planRepair', more: ['memoryId'] },
  execute_repair: { route: 'executeRepair', more: ['wait'] }, // over HTTP a worker does it, and events tell
  get_repair: { route: 'getRepair' },
  approve_repair: { route: 'approveRepair' },
  undo_repair: { route: 'undoRepair' },
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

interface JsonSchema { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[]; allOf?: JsonSchema[]; $ref?: string; $defs?: Record<string, JsonSchema> }

/** Every key of a contract, by its place: `generates.content`. */
function placesOf(contract: z.ZodType): Set<string> {
  const root = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const places = new Set<string>()
  const walk = (schema: JsonSchema, at: string): void => {
    if (schema.$ref !== undefined) walk(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, at)
    for (const [key, inner] of Object.entries(schema.properties ?? {})) {
      const place = at === '' ? key : `${at}.${key}`
      places.add(place)
      walk(inner, place)
    }
    for (const inner of [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(inner, at)
  }
  walk(root, '')
  return places
}

const placesOfRoute = (id: string): Set<string> => {
  const found = routes.find((route) => route.id === id)
  return new Set([found?.params, found?.query, found?.body].flatMap((contract) => (contract ? [...placesOf(contract)] : [])))
}

test('every tool has a route that does the same', () => {
  expect(Object.keys(pairs).sort()).toEqual(tools.map(({ name }) => name).sort())
  expect(Object.values(pairs).filter(({ route }) => !routes.some(({ id }) => id === route))).toEqual([])
})

test.each(tools.map((tool) => [tool.name, tool] as const))('%s names its arguments as the route does', (name, { input }) => {
  const { route = '', more = [] } = pairs[name] ?? {}
  const known = placesOfRoute(route)
  const strange = [...placesOf(input)].map(camel).filter((place) => !known.has(place) && !more.includes(place))
  expect(strange).toEqual([])
})

/** The verb's options of a route, and arguments that stand before them or beside them on the wire. */
const verbs: [route: string, options: z.ZodType, beside: readonly string[]][] = [
  ['addMemory', contracts.memories.addOptions, ['content']],
  ['searchMemories', contracts.memories.searchOptions, ['query']],
  ['updateMemory', contracts.memories.addOptions, ['memoryId', 'content']],
  ['deleteMemory', contracts.memories.deleteOptions, ['memoryId']],
  ['listMemories', contracts.memories.listOptions, ['cursor']],
  ['openSession', contracts.sessions.openOptions, []],
  ['addInput', contracts.inputs.addOptions, ['content']],
  ['recordStep', contracts.steps.placedStep, ['onWithdrawn']],
  ['recordTurn', contracts.steps.newTurn, ['onWithdrawn']],
  ['reportFault', contracts.faults.newFault, []],
  ['listFaults', contracts.faults.listOptions, ['cursor']],
  ['planRepair', contracts.repairs.which, []],
  ['traceAffected', contracts.repairs.which, []],
  ['registerTool', contracts.tools.newTool, []],
  ['addWebhook', contracts.webhooks.newWebhook, []],
]

test.each(verbs)('%s names what it takes as the verb in TypeScript does', (route, options, beside) => {
  const known = placesOf(options)
  expect([...placesOfRoute(route)].filter((place) => !known.has(place) && !beside.includes(place))).toEqual([])
})

test('an id in an address is called after what it is of', () => {
  const names = routes.flatMap(({ params }) => [...placesOf(params)])
  expect([...new Set(names)].sort()).toEqual(['answerId', 'faultId', 'memoryId', 'name', 'nodeId', 'repairId', 'sessionId', 'userId', 'webhookId'])
})

/** Names of ids where the contract of a whole document says otherwise: an edge's ends, who replaced what, what a plan lists. */
const documents = ['Plan', 'RepairReport']

test('what a verb gives names the id of another thing after that thing', () => {
  const bare: string[] = []
  for (const [noun, verbs] of Object.entries(contracts)) {
    for (const [verb, contract] of Object.entries(verbs as Record<string, z.ZodType>)) {
      const { id: named } = contract.meta() ?? {}
      if (typeof named === 'string' && documents.includes(named)) continue
      const leaves = [...placesOf(contract)]
      bare.push(...leaves.filter((place) => /(^|\.)(memory|fault|session|answer|step|user|agent)$/.test(place) && !leaves.some((other) => other.startsWith(`${place}.`)))
        .filter((place) => !/(^|\.)scope\.(user|agent|session)$/.test(place)).map((place) => `${noun}.${verb}: ${place}`))
    }
  }
  expect(bare).toEqual([])
})
