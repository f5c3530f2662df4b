/** How a tool is declared: everything that is listed, checked and tested about it stands here. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { KeyRole } from '../index.js'
import type { Caller } from './caller.js'
import { checkArguments } from './coded-error.js'

/** What is said of any tool. */
interface ToolBase {
  name: string
  title: string
  /** For the model that chooses among tools. */
  description: string
  /** Who is shown it and may call it. */
  roles: readonly KeyRole[]
  /** A principal of one user may call it; the tool sees to it that only this user's things are touched. */
  forOneUser: boolean
  annotations: ToolAnnotations
}

/** A tool of the table. */
export interface McpTool extends ToolBase {
  input: z.ZodObject
  output: z.ZodObject
  /**
   * Check the arguments by `input`, and call it.
   *
   * @throws EmendError
   */
  run(caller: Caller, args: unknown): Promise<{ [key: string]: unknown }>
  /** The result in a few words, with the ids to go on with; text of memories only as JSON. */
  say(result: { [key: string]: unknown }): string
}

/** Declare a tool, typed by its contracts. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(declared: ToolBase & {
  input: I
  output: O
  run(caller: Caller, args: z.output<I>): Promise<z.input<O>>
  say(result: z.output<O>): string
}): McpTool {
  const { input, output, run, say, ...base } = declared
  return {
    ...base, input, output,
    run: async (caller, args) => run(caller, checkArguments(base.name, input, args)),
    say: (result) => say(output.parse(result)),
  }
}
