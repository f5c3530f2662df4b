/** Run a tool within its time; it answers or says what went wrong. */
import type { Tool, ToolResult } from '../tools/contract.js'

const defaultTimeoutMs = 30_000

/**
 * Call a tool, after its reset where it is resettable.
 *
 * @param key the same for every attempt of one intent
 * @returns its value or its error; never throws
 */
export async function runTool(tool: Tool | undefined, name: string, args: unknown, key: string): Promise<ToolResult> {
  if (!tool) return { ok: false, error: `tool ${name} is not registered` }
  const timeoutMs = tool.timeoutMs ?? defaultTimeoutMs
  const abort = new AbortController()
  const context = { idempotencyKey: key, signal: abort.signal }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort()
      reject(new Error(`no answer within ${timeoutMs} ms`))
    }, timeoutMs)
  })
  try {
    const work = async (): Promise<unknown> => {
      if (tool.effect === 'resettable') await tool.reset?.(args, context)
      return tool.run(args, context)
    }
    return { ok: true, value: await Promise.race([work(), late]) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
