/** A file that appears when it is whole. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { EmendError } from '../errors.js'

/**
 * Write a file piece by piece, beside its place first, so that what bears its name is whole.
 *
 * @param work is given what writes a piece, and waits for it
 * @throws EmendError `usage` for a file that cannot be written; what `work` throws, and then nothing is left
 */
export async function writeWholeFile<T>(file: string, work: (write: (text: string) => Promise<void>) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  const stream = createWriteStream(part)
  const failed = once(stream, 'error').then(([error]: Error[]) => { throw new EmendError('usage', `${file} cannot be written: ${error?.message}`, { file }) })
  failed.catch(() => {})
  try {
    const result = await work(async (text) => {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed])
    })
    await Promise.race([new Promise<void>((resolve) => { stream.end(resolve) }), failed])
    await rename(part, file)
    return result
  } catch (error) {
    stream.destroy()
    await rm(part, { force: true })
    throw error
  }
}
