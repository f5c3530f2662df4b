/** Errors as callers of tools and readers of resources are told them. */
import { z } from 'zod'
import { EmendError } from '../errors.js'

/** What went wrong, for programs and models. */
export interface ToldError {
  code: string
  message: string
  /** What to do about it. */
  hint: string
  /** The same call may succeed later. */
  retryable: boolean
  /** Ids, the argument, the repair that withdrew something. */
  where: Record<string, unknown>
}

/**
 * What a caller is told; never a stack, and of what nobody has thought of not even the words.
 *
 * @param onUnexpected told of what nobody has thought of
 */
export function toldError(error: unknown, onUnexpected: (error: unknown) => void): ToldError {
  if (error instanceof EmendError && error.code !== 'unexpected') {
    return { code: error.code, message: error.message, hint: error.hint, retryable: error.isRetryable, where: { ...error.where } }
  }
  onUnexpected(error)
  const hidden = new EmendError('unexpected', 'something unexpected went wrong; the log of the server says what')
  return { code: hidden.code, message: hidden.message, hint: hidden.hint, retryable: hidden.isRetryable, where: {} }
}

/**
 * Check the arguments of a tool.
 *
 * @throws EmendError `bad_item` naming the argument
 */
export function checkArguments<I extends z.ZodObject>(tool: string, schema: I, args: unknown): z.output<I> {
  const parsed = schema.safeParse(args ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = (issue?.path.join('.') ?? '').slice(0, 200)
  throw new EmendError('bad_item', `${tool}: ${path === '' ? '' : `${path}: `}${(issue?.message ?? 'not as agreed').slice(0, 500)}`, { tool, path })
}
