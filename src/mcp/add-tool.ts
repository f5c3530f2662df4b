/** Put one tool of the table into a server. */
import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Caller } from './caller.js'
import { toldError } from './coded-error.js'
import type { McpTool } from './tool.js'

/**
 * Add a tool: its contracts are listed, its arguments are checked, what it throws is a tool error with code, hint and place.
 *
 * @param onUnexpected told of errors that nobody has thought of
 */
export function addTool(server: McpServer, tool: McpTool, caller: Caller, onUnexpected: (error: unknown) => void): void {
  const { name, title, description, annotations, output } = tool
  const config = { title, description, annotations: { title, openWorldHint: false, ...annotations }, inputSchema: unchecked(tool.input), outputSchema: output }
  server.registerTool(name, config, async (args): Promise<CallToolResult> => {
    try {
      const result = await tool.run(caller, args)
      return { content: [{ type: 'text', text: tool.say(result) }], structuredContent: result }
    } catch (error) {
      const told = toldError(error, onUnexpected)
      return {
        isError: true, structuredContent: { error: told },
        content: [{ type: 'text', text: `${told.code}: ${told.message}\n${told.hint}${told.retryable ? ' The same call may succeed later.' : ''}\n${JSON.stringify(told.where)}` }],
      }
    }
  })
}

/** The contract as it is listed; arguments are checked by the tool, so that a refusal has a code. */
function unchecked(schema: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { vendor, version, jsonSchema } = schema['~standard']
  return { '~standard': { vendor, version, jsonSchema, validate: (value) => ({ value }) } }
}
