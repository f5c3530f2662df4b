/** Load the case file that a command names. */
import { readFile } from 'node:fs/promises'
import { readCase } from '../case/read-case.js'
import { loadCase, type LoadedCase } from '../case/run-case.js'
import { EmendError } from '../errors.js'
import { policies } from '../vocabulary.js'
import type { Run } from './io.js'

/**
 * Read and load a case file.
 *
 * @param run opens the store
 * @param file its path
 * @param options.policy arm given by a flag, instead of the file's
 * @throws EmendError `not_found`, `bad_case`
 */
export async function openCase(run: Run, file: string, options: { keep?: boolean; policy?: string | undefined }): Promise<LoadedCase> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new EmendError('not_found', `${file} cannot be read: ${error.message}`, { file })
  })
  const policy = policies.find((name) => name === options.policy)
  return loadCase(readCase(text, file), run.open, { keep: options.keep ?? false, ...(policy === undefined ? {} : { policy }) })
}
