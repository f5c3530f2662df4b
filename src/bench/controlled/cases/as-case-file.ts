/** A case as an `emend/case@1` file, for bug reports and for who wants to look at one. */
import type { RecordItem } from '../../../index.js'
import type { BenchCase, Json } from '../types.js'
import { bookOf } from '../worlds/books.js'

/**
 * The file as JSON. Its tools answer what they answered in the execution, and what each of them says about every thing of the world that
 * the record names; labels become expectations.
 */
export async function asCaseFile(bench: BenchCase): Promise<Json> {
  const file = {
    format: 'emend/case@1', id: bench.id, policy: 'facts', user: bench.lastInput.userId,
    items: bench.items,
    tools: await cannedTools(bench),
    faults: bench.faults.map(({ memoryId }) => ({ memory_id: memoryId, type: bench.faultType, detector: 'benchmark' })),
    failed_answer: bench.failedAnswer,
    expect: {
      active_after: bench.labels.benign, inactive_after: bench.faults.map(({ memoryId }) => memoryId),
      ...(bench.labels.required.length > 0 ? { answer_contains: bench.labels.required.flatMap(({ anyOf }) => anyOf.slice(0, 1)) } : {}),
      ...(bench.labels.forbidden.length > 0 ? { answer_lacks: bench.labels.forbidden.flatMap(({ anyOf }) => anyOf.slice(0, 1)) } : {}),
    },
  }
  return JSON.parse(JSON.stringify(file)) as Json
}

/** Every tool with the results of all arguments that it can be asked with, from identifiers and names in the world. */
async function cannedTools(bench: BenchCase): Promise<Json[]> {
  const tools = bookOf(bench.domain).tools(structuredClone(bench.world))
  const words = [...new Set(JSON.stringify(bench.world.data).match(/(?<=")[\p{L}\p{N} ]+(?=")/gu) ?? [])]
  const listed: Json[] = []
  for (const tool of tools) {
    const names = Object.keys(tool.parameters?.['properties'] ?? {})
    const asked = tool.effect === 'pure' && names.length === 1 ? words.map((word) => ({ [names[0] ?? '']: word })) : argumentsUsed(bench.items, tool.name)
    const results: Json[] = []
    for (const args of asked) {
      try {
        const result = await tool.run(args, { idempotencyKey: 'case', signal: new AbortController().signal })
        results.push({ args, result: JSON.parse(JSON.stringify(result)) as Json })
      } catch {
        // There is no such thing: the canned tool fails for it as well.
      }
    }
    listed.push({ name: tool.name, effect: tool.effect, results })
  }
  return listed
}

function argumentsUsed(items: readonly RecordItem[], name: string): Record<string, Json>[] {
  return items.flatMap((item) => (item.kind === 'step' && item.type === 'tool_action' && item.tool?.name === name ? [item.tool.args as Record<string, Json>] : []))
}
