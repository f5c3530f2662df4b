/** Tools over a JSON world, as a user declares them beside it. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { EmendError } from '../../../errors.js'
import type { Tool } from '../../../index.js'
import type { Json } from '../../controlled/types.js'
import { textParameters } from '../../controlled/worlds/lookup-tool.js'
import { valueAt, type JsonWorld, type Row } from './json-world.js'

const parameters = z.record(z.string(), z.string())

/** One row, found by its key. */
const lookup = z.strictObject({
  description: z.string().optional(), table: z.string(),
  /** Parameter that holds the key of the row. */
  key: z.string(),
  /** Result where there is no such row; default: the call fails. */
  else: z.string().optional(),
})

/** All rows whose fields equal parameters. */
const search = z.strictObject({
  description: z.string().optional(), table: z.string(),
  /** Fields, each with the parameter that it must equal. */
  where: parameters,
  /** An object in the row with entries by a parameter: the entry's values take the object's place. Rows without it are left out. */
  inside: z.strictObject({ field: z.string(), by: z.string() }).optional(),
  /** Fields with the text that they must hold in the end. */
  only: parameters.optional(),
})

/** `emend/world-tools@1`: pure tools by their names. */
export const toolsFile = z.strictObject({ format: z.literal('emend/world-tools@1'), tools: z.record(z.string(), z.union([lookup, search])) })
/** A file of declared tools. */
export type ToolsFile = z.infer<typeof toolsFile>

/** Read a file of declared tools. @throws EmendError `not_found`, `usage` naming what is wrong in it */
export async function readToolsFile(file: string): Promise<ToolsFile> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new EmendError('not_found', `${file} cannot be read: ${error.message}`, { file })
  })
  try {
    return toolsFile.parse(JSON.parse(text))
  } catch (error) {
    throw new EmendError('usage', `${file} declares no tools: ${error instanceof Error ? error.message : String(error)}`, { file })
  }
}

/**
 * Make the tools that a run knew. Nobody knows what an undeclared one does to the world, so it counts as irreversible: a repair never
 * calls it.
 *
 * @param names tools that the run called
 * @throws EmendError `usage` where a declared tool names a table that the world lacks
 */
export function worldTools(world: JsonWorld, { tools }: ToolsFile, names: readonly string[]): Tool[] {
  const declared = Object.entries(tools).map(([name, tool]): Tool => {
    const rows = world[tool.table]
    if (!rows) throw new EmendError('usage', `tool ${name} looks into ${tool.table}, which the world lacks; it has ${Object.keys(world).join(', ')}`, { tool: name })
    const wanted = 'key' in tool ? [tool.key] : [...new Set([...Object.values(tool.where), ...(tool.inside ? [tool.inside.by] : [])])]
    return {
      name, effect: 'pure', ...(tool.description === undefined ? {} : { description: tool.description }),
      parameters: textParameters(Object.fromEntries(wanted.map((parameter) => [parameter, '']))),
      async run(args) {
        const given = (parameter: string): string => String((args as Record<string, unknown>)[parameter])
        return 'key' in tool ? oneRow(rows, given(tool.key), tool.else) : someRows(Object.values(rows), tool, given)
      },
    }
  })
  const others = [...new Set(names)].filter((name) => !Object.hasOwn(tools, name)).sort()
  return [...declared, ...others.map((name): Tool => ({
    name, effect: 'irreversible', parameters: { type: 'object' },
    async run() {
      throw new Error(`${name} is not declared`)
    },
  }))]
}

function oneRow(rows: Readonly<Record<string, Row>>, key: string, otherwise: string | undefined): unknown {
  if (Object.hasOwn(rows, key)) return rows[key]
  if (otherwise !== undefined) return otherwise
  throw new Error(`there is no ${key}`)
}

function someRows(rows: readonly Row[], { where, inside, only = {} }: z.infer<typeof search>, given: (parameter: string) => string): Row[] {
  return rows.filter((row) => Object.entries(where).every(([field, parameter]) => isText(row[field], given(parameter)))).flatMap((row) => {
    if (!inside) return [row]
    const { [inside.field]: entries, ...rest } = row
    const entry = valueAt(entries, [given(inside.by)])
    return entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? [{ ...rest, ...entry }] : []
  }).filter((row) => Object.entries(only).every(([field, text]) => isText(row[field], text)))
}

/** Numbers are equal to their digits. */
const isText = (value: Json | undefined, text: string): boolean => value === text || ((typeof value === 'number' || typeof value === 'boolean') && String(value) === text)
