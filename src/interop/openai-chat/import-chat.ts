/** Import conversations in the OpenAI chat format. */
import type { Emend } from '../../index.js'
import { convertRun, type ConvertedRun, type ConvertOptions } from './convert-run.js'
import { importReport, type ImportReport } from './import-report.js'
import { readChatFile } from './read-chat-file.js'

/** How to import. */
export interface ImportChatOptions extends ConvertOptions {
  /** Session of a file that holds one run; else sessions are named after the file and the run. */
  session?: string
  /** Owner of what the file does not say whose it is. */
  user?: string
  /** Called after each run. */
  onRun?(done: number, total: number): void
}

/** Items in one round trip. */
const batchSize = 500

/**
 * Import a file. Importing it again, or a longer version of it, continues: what is known is left as it is.
 *
 * @param text content of the file
 * @param name stem of its name
 * @throws EmendError `bad_import` naming the place; `duplicate_id` when a known message says something else now; what recording throws
 */
export async function importChat(emend: Emend, text: string, name: string, options: ImportChatOptions = {}): Promise<ImportReport> {
  const runs = readChatFile(text, name)
  const converted: ConvertedRun[] = []
  let written = 0
  for (const [index, run] of runs.entries()) {
    const session = runs.length === 1 && options.session !== undefined ? options.session : run.session
    const made = convertRun({ ...run, session, user: run.user ?? options.user ?? null }, options)
    for (let at = 0; at < made.items.length; at += batchSize) {
      const recorded = await emend.importItems(made.items.slice(at, at + batchSize))
      written += recorded.filter((item) => item.isNew).length
    }
    converted.push(made)
    options.onRun?.(index + 1, runs.length)
  }
  return importReport(converted, written)
}
