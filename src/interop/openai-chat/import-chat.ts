/** Import conversations in the OpenAI chat format. */
import type { Emend, RecordItem } from '../../index.js'
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

/** Items in one round trip: all or nothing. */
const batchSize = 1000

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
  let pending: RecordItem[] = []
  let written = 0
  const flush = async (least: number): Promise<void> => {
    while (pending.length > 0 && pending.length >= least) {
      const recorded = await emend.importItems(pending.slice(0, batchSize))
      written += recorded.filter((item) => item.isNew).length
      pending = pending.slice(batchSize)
    }
  }
  for (const [index, run] of runs.entries()) {
    const session = runs.length === 1 && options.session !== undefined ? options.session : run.session
    const made = convertRun({ ...run, session, user: run.user ?? options.user ?? null }, options)
    converted.push(made)
    pending.push(...made.items)
    await flush(batchSize)
    options.onRun?.(index + 1, runs.length)
  }
  await flush(1)
  return importReport(converted, written)
}
