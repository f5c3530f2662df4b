/** Handlers for Anthropic's memory tool: each file is a memory with a history. */
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { EmendError } from '../../errors.js'
import type { EmendTenant, MemoryChange } from '../../index.js'
import { KeyedMemories, type Place } from '../keyed/keyed-memories.js'
import { pathOf, segmentsOfPath } from './memory-path.js'

type Command<K extends keyof MemoryToolHandlers> = Parameters<MemoryToolHandlers[K]>[0]

/** Width of line numbers, as the tool's other implementations print them. */
const numberWidth = 6
const maxLines = 999_999

/**
 * The handlers that `betaMemoryTool` takes. With a session, a file that was viewed is evidence of what the turn writes and answers afterwards.
 *
 * @example
 * const tool = betaMemoryTool(new EmendMemoryTool(emend, { userId: 'ana', sessionId: 'chat-1' }))
 */
export class EmendMemoryTool implements MemoryToolHandlers {
  private readonly files: KeyedMemories

  /**
   * @param place who acts and where; a function is asked at every call, for a turn that goes on
   */
  constructor(private readonly emend: EmendTenant, private readonly place: Place | (() => Place) = {}) {
    this.files = new KeyedMemories(emend, 'files', this.placeNow().userId)
  }

  /** A file with line numbers, recorded as a read; or what is in a directory, two levels deep. */
  async view({ path, view_range: range }: Command<'view'>): Promise<string> {
    const key = segmentsOfPath(path)
    const file = key.length === 0 ? null : await this.files.find(key)
    if (!file) return this.list(key, path)
    const { usedIds: _, ...place } = this.placeNow()
    const { memory } = await this.emend.memories.read(file.id, place)
    const lines = (memory.content ?? file.content).split('\n')
    if (lines.length > maxLines) throw new EmendError('too_large', `File ${path} has more than ${maxLines} lines.`)
    const [from = 1, to = -1] = range ?? []
    const first = Math.max(from, 1)
    return `Here's the content of ${path} with line numbers:\n${numbered(lines.slice(first - 1, to === -1 ? undefined : to), first)}`
  }

  async create({ path, file_text: text }: Command<'create'>): Promise<string> {
    const key = segmentsOfPath(path)
    if (key.length === 0 || (await this.files.list(key)).length > 0) throw new EmendError('bad_item', `The path ${path} is a directory.`)
    if (await this.files.find(key)) throw new EmendError('duplicate_id', `File ${path} already exists`)
    await this.noFileAbove(key)
    await this.files.put(key, text, this.placeNow())
    return `File created successfully at: ${path}`
  }

  async str_replace({ path, old_str: old, new_str: text }: Command<'str_replace'>): Promise<string> {
    const { key, content } = await this.file(path)
    const places = old === '' ? [] : content.split('\n').flatMap((line, index) => (line.includes(old) ? [index + 1] : []))
    const count = old === '' ? 0 : content.split(old).length - 1
    if (count === 0) throw new EmendError('bad_item', `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`)
    if (count > 1) throw new EmendError('bad_item', `No replacement was performed. Multiple occurrences of old_str \`${old}\`${places.length > 0 ? ` in lines: ${places.join(', ')}` : ''}. Please ensure it is unique`)
    const changed = content.replace(old, () => text)
    await this.files.put(key, changed, this.placeNow())
    const line = content.slice(0, content.indexOf(old)).split('\n').length
    const first = Math.max(line - 2, 1)
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numbered(changed.split('\n').slice(first - 1, line + text.split('\n').length + 1), first)}`
  }

  async insert({ path, insert_line: at, insert_text: text }: Command<'insert'>): Promise<string> {
    const { key, content } = await this.file(path)
    const lines = content.split('\n')
    if (!Number.isInteger(at) || at < 0 || at > lines.length) {
      throw new EmendError('bad_item', `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`)
    }
    await this.files.put(key, lines.toSpliced(at, 0, text.replace(/\n$/, '')).join('\n'), this.placeNow())
    return `The file ${path} has been edited.`
  }

  /** Retires a file, or every file of a directory; emend keeps what they were for audit. */
  async delete({ path }: Command<'delete'>): Promise<string> {
    const key = segmentsOfPath(path)
    if (key.length === 0) throw new EmendError('bad_item', 'Cannot delete the /memories directory itself')
    const keys = await this.keysAt(key, path)
    for (const one of keys) await this.files.remove(one, this.placeNow())
    return `Successfully deleted ${path}`
  }

  async rename({ old_path: from, new_path: to }: Command<'rename'>): Promise<string> {
    const [old, key] = [segmentsOfPath(from), segmentsOfPath(to)]
    if (old.length === 0) throw new EmendError('bad_item', 'Cannot rename the /memories directory itself')
    const keys = await this.keysAt(old, from)
    const isWithin = key.length > old.length && old.every((segment, index) => key[index] === segment)
    if (isWithin) throw new EmendError('bad_item', `Cannot move ${from} into itself`)
    if (key.length === 0 || await this.files.find(key) || (await this.files.list(key)).length > 0) throw new EmendError('duplicate_id', `The destination ${to} already exists`)
    await this.noFileAbove(key)
    for (const one of keys) await this.files.move(one, [...key, ...one.slice(old.length)], this.placeNow())
    return `Successfully renamed ${from} to ${to}`
  }

  /** What happened to a file, oldest first: who changed it, and what a repair did. */
  async history(path: string): Promise<MemoryChange[]> {
    const [first] = await this.files.versions(segmentsOfPath(path))
    if (!first) throw new EmendError('not_found', `The path ${path} does not exist. Please provide a valid path.`)
    return this.emend.memories.history(first.id)
  }

  private placeNow(): Place {
    return typeof this.place === 'function' ? this.place() : this.place
  }

  private async file(path: string): Promise<{ key: string[]; content: string }> {
    const key = segmentsOfPath(path)
    const file = key.length === 0 ? null : await this.files.find(key)
    if (file) return { key, content: file.content }
    if (key.length === 0 || (await this.files.list(key)).length > 0) throw new EmendError('bad_item', `The path ${path} is not a file.`)
    throw new EmendError('not_found', `The path ${path} does not exist. Please provide a valid path.`)
  }

  /** The file of a key, or the files below it. */
  private async keysAt(key: string[], path: string): Promise<string[][]> {
    if (await this.files.find(key)) return [key]
    const below = (await this.files.list(key)).map((entry) => entry.key)
    if (below.length === 0) throw new EmendError('not_found', `The path ${path} does not exist`)
    return below
  }

  private async noFileAbove(key: readonly string[]): Promise<void> {
    for (let length = key.length - 1; length > 0; length--) {
      if (await this.files.find(key.slice(0, length))) throw new EmendError('bad_item', `The path ${pathOf(key.slice(0, length))} is not a directory.`)
    }
  }

  private async list(key: readonly string[], path: string): Promise<string> {
    const below = (await this.files.list(key)).map((entry) => ({ names: entry.key.slice(key.length), bytes: Buffer.byteLength(entry.memory.content) }))
    if (below.length === 0 && key.length > 0) throw new EmendError('not_found', `The path ${path} does not exist. Please provide a valid path.`)
    const shown = below.filter(({ names }) => names.every((name) => !name.startsWith('.') && name !== 'node_modules'))
    const sizes = new Map<string, number>()
    for (const { names, bytes } of shown) {
      for (let depth = 1; depth <= Math.min(names.length, 2); depth++) {
        const name = names.slice(0, depth).join('/') + (depth < names.length ? '/' : '')
        sizes.set(name, (sizes.get(name) ?? 0) + bytes)
      }
    }
    const lines = [...sizes].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, bytes]) => `${sizeOf(bytes)}\t${pathOf(key)}/${name}`)
    const total = shown.reduce((sum, { bytes }) => sum + bytes, 0)
    return [`Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`, `${sizeOf(total)}\t${path}`, ...lines].join('\n')
  }
}

const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => `${String(first + index).padStart(numberWidth)}\t${line}`).join('\n')

function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1024 ? ['B', bytes] : bytes < 1_048_576 ? ['K', bytes / 1024] : ['M', bytes / 1_048_576]
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${unit}`
}
