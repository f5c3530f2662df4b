/** A tool call that always comes back: with a value, or with what went wrong. */
import { checkArgs } from './check-args.js'
import type { Tool, ToolContext, ToolResult } from './contract.js'
import { plainValue } from './plain-value.js'

/** How long a call may take where its tool does not say, in milliseconds. */
export const defaultTimeoutMs = 30_000

/**
 * Check the arguments, run the tool within its time limit, and bring its result into plain JSON.
 *
 * @param context its signal aborts the call; the tool sees one that also fires at the time limit
 * @returns a value that survives JSON unchanged (nothing becomes null), or an error in words; never throws
 */
export async function callTool(tool: Tool, args: unknown, context: ToolContext): Promise<ToolResult> {
  const problem = checkArgs(tool.parameters, args)
  if (problem) return { ok: false, error: `${tool.name}: ${problem}` }
  const limitMs = tool.timeoutMs ?? defaultTimeoutMs
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no result within ${limitMs} ms`)), limitMs)
  try {
    const signal = AbortSignal.any([context.signal, limit.signal])
    const value = await Promise.race([
      Promise.resolve().then(() => tool.run(args, { ...context, signal })),
      new Promise<never>((_, reject) => {
        const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('the call was aborted'))
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
      }),
    ])
    return { ok: true, value: plainValue(value) }
  } catch (error) {
    return { ok: false, error: `${tool.name}: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    clearTimeout(timer)
  }
}
