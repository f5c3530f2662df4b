/** Run a tool within its time; it answers, says what went wrong, or nobody knows. */
import { EmendError } from '../errors.js'
import type { Tool, ToolResult } from '../tools/contract.js'

const defaultTimeoutMs = 30_000
/** Reasons for which a tool was not called at all. */
const notAsked = new Set<string>(['address_refused', 'secret_missing', 'bad_config', 'tool_missing'])

/**
 * Call a tool, after its reset where it is resettable.
 *
 * A call that was not answered is lost where its tool lives elsewhere; where its effect may be felt only once, so is one that is late.
 *
 * @param key the same for every attempt of one intent
 * @returns its value or its error
 * @throws EmendError `address_refused`, `secret_missing`, `bad_config`, `tool_missing`: what lives elsewhere may not be asked from here
 */
export async function runTool(tool: Tool | undefined, name: string, args: unknown, key: string): Promise<ToolResult> {
  if (!tool) return { ok: false, error: `tool ${name} is not registered` }
  const timeoutMs = tool.timeoutMs ?? defaultTimeoutMs
  const abort = new AbortController()
  const context = { idempotencyKey: key, signal: abort.signal }
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
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
    if (error instanceof EmendError && notAsked.has(error.code)) throw error
    const isLost = (error as { isLost?: unknown }).isLost === true || (isLate && (tool.effect === 'irreversible' || tool.effect === 'compensating'))
    return { ok: false, error: error instanceof Error ? error.message : String(error), ...(isLost ? { isLost } : {}) }
  } finally {
    clearTimeout(timer)
  }
}
