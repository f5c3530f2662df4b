/** A tool of an MCP server. */
import { Client, ProtocolError, StreamableHTTPClientTransport, type CallToolResult, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { EmendError } from '../errors.js'
import { whatWentWrong } from '../outbound/what-went-wrong.js'
import type { Tool, ToolContext } from './contract.js'
import { mcpServerOf } from './mcp-servers.js'
import { NoAnswer, untilAnswered } from './no-answer.js'
import { plainValue } from './plain-value.js'
import type { Outbound, RegisteredTool } from './registered-tool.js'

/** Where the idempotency key of a call stands in its `_meta`: the same for every attempt of one intent. */
export const idempotencyMeta = 'emend/idempotency-key'

/**
 * Make the tool. Each call connects anew, by streamable HTTP, or to a process of the server where the worker's configuration has one of its
 * name; a row of a tenant never says what is started. Its result is the structured content, else the text. Reset and compensation are tools of
 * the same server: they get the arguments, a compensation the `result` of the call that it undoes too.
 */
export function mcpTool(registered: RegisteredTool, outbound: Outbound): Tool {
  const { name, description, effect, parameters, timeoutMs, remoteName, resetName, compensateName } = registered
  const call = async (tool: string, args: unknown, { idempotencyKey, signal }: ToolContext): Promise<unknown> => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return untilAnswered(effect !== 'irreversible' && effect !== 'compensating', inTime, async () =>
      valueOf(await ask(() => transportOf(registered, outbound), tool, args, idempotencyKey, { signal: inTime, timeout: timeoutMs })))
  }
  return {
    name, effect, timeoutMs: timeoutMs + 1_000, ...(description === null ? {} : { description }), ...(parameters === null ? {} : { parameters }),
    run: async (args, context) => plainValue(await call(remoteName ?? name, args, context)),
    ...(effect === 'resettable' && resetName !== null ? { reset: async (args: unknown, context: ToolContext) => { await call(resetName, args, context) } } : {}),
    ...(effect === 'compensating' && compensateName !== null ? {
      compensate: async (args: unknown, result: unknown, context: ToolContext) => { await call(compensateName, { ...args as object, result }, context) },
    } : {}),
  }
}

function transportOf({ url, server, secret }: RegisteredTool, { tenant, fetch, secret: secretOf, mcpServers }: Outbound): Transport {
  if (server !== null) {
    const { command, args = [], env = {} } = mcpServerOf(mcpServers, tenant, server)
    return new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
  }
  const headers = secret === null ? {} : { authorization: `Bearer ${secretOf(secret)}` }
  return new StreamableHTTPClientTransport(new URL(url ?? ''), { fetch: (input, init) => fetch(input, init), requestInit: { headers } })
}

async function ask(
  connect: () => Transport, tool: string, args: unknown, idempotencyKey: string, limits: { signal: AbortSignal; timeout: number },
): Promise<CallToolResult> {
  const client = new Client({ name: 'emend', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  try {
    await client.connect(connect(), limits)
    return await client.callTool({ name: tool, arguments: args as Record<string, unknown>, _meta: { [idempotencyMeta]: idempotencyKey } }, limits)
  } catch (error) {
    const ours = refusalIn(error)
    if (ours && ours.code !== 'too_large') throw ours
    if (ours) throw new Error(ours.message, { cause: error })
    if (error instanceof ProtocolError) throw new Error(`the MCP server says: ${error.message.slice(0, 500)}`, { cause: error })
    throw new NoAnswer(`the MCP server did not answer: ${whatWentWrong(error)}`, { cause: error })
  } finally {
    await client.close().catch(() => {}) // it may never have been open
  }
}

/** Why we did not ask, where that is the reason. */
function refusalIn(error: unknown): EmendError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof EmendError) return at
  }
  return null
}

function valueOf({ content, structuredContent, isError }: CallToolResult): unknown {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  if (isError) throw new Error(`the tool says: ${text.replaceAll('\0', '').toWellFormed().slice(0, 500)}`)
  return structuredContent ?? text
}
