/** Errors as RFC 9457 problem documents, with the codes of the registry. */
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { EmendError, errorCodes, type ErrorCode } from '../errors.js'

/** Media type of an error. */
export const problemType = 'application/problem+json'

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]

/** The contract of every error. */
export const problemSchema = z.strictObject({
  type: z.string().describe('urn:emend:error:<code>'),
  title: z.string().describe('The code in words.'),
  status: z.number(),
  detail: z.string().describe('What went wrong, with the value that was refused.'),
  code: z.enum(codes).describe('What programs decide by; one of a registry.'),
  hint: z.string().describe('What to do about it.'),
  retryable: z.boolean().describe('The same request may succeed later.'),
  where: z.record(z.string(), z.unknown()).describe('Where it happened, for machines: ids, the place in the request, the repair that withdrew something.'),
  instance: z.string().describe('This occurrence; the server\'s log names it where the error is unexpected.'),
}).meta({ id: 'Problem', description: 'What went wrong, as in RFC 9457.' })

/** What went wrong, as it is sent. */
export type Problem = z.infer<typeof problemSchema>

/** Make the document of an error. */
export function problemOf(error: EmendError, requestId: string): Problem {
  const words = error.code.replaceAll('_', ' ')
  return {
    type: `urn:emend:error:${error.code}`, title: words.charAt(0).toUpperCase() + words.slice(1), status: error.status, detail: error.message,
    code: error.code, hint: error.hint, retryable: error.isRetryable, where: { ...error.where }, instance: `urn:emend:request:${requestId}`,
  }
}

/** Codes of fastify, and ours for them. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large', FST_ERR_CTP_INVALID_MEDIA_TYPE: 'bad_media_type', FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request', FST_ERR_NOT_FOUND: 'not_found',
}

/**
 * The coded error of whatever a request ran into.
 *
 * @returns `unexpected` for what nobody has thought of: its words stay in the server's log
 */
export function codedError(error: unknown, requestId: string): EmendError {
  if (error instanceof EmendError && error.code !== 'unexpected') return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation
    const place = error.validationContext === 'querystring' ? 'query' : error.validationContext ?? 'body'
    const path = (issue?.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.').slice(0, 200)
    return new EmendError('bad_request', `${place}: ${path === '' ? '' : `${path}: `}${(issue?.message ?? 'not as agreed').slice(0, 500)}`, { in: place, path })
  }
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  const known = code === undefined ? undefined : ofFastify[code]
  if (known) return new EmendError(known, message ?? known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new EmendError('bad_request', message ?? 'not as agreed')
  return new EmendError('unexpected', `something unexpected went wrong; the server's log names this request ${requestId}`)
}
