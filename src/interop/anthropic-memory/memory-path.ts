/** Paths of Anthropic's memory tool: `/memories` and what is below it. */
import { EmendError } from '../../errors.js'

/**
 * The segments of a path below `/memories`; none for the directory itself.
 *
 * @throws EmendError `bad_item` for a path that is elsewhere, climbs (`..`, also percent-encoded), or holds signs that no path has
 */
export function segmentsOfPath(path: unknown): string[] {
  const refuse = (why: string): never => {
    throw new EmendError('bad_item', `Path must be /memories or below it, and ${why}, got: ${JSON.stringify(path).slice(0, 200)}`, { path: 'path' })
  }
  if (typeof path !== 'string' || (path !== '/memories' && !path.startsWith('/memories/'))) return refuse('begin with /memories')
  const segments = path.slice('/memories'.length).split('/').slice(1)
  if (segments.at(-1) === '') segments.pop() // a directory may end with a slash
  for (const segment of segments) {
    if (segment === '') return refuse('have a name between its slashes')
    if (['.', '..'].includes(decoded(segment).trim())) return refuse('not climb')
    if (/[\\/\p{Cc}]/u.test(decoded(segment))) return refuse('hold no slash, backslash or control character in a name')
  }
  return segments
}

/** As often decoded as it can be. */
function decoded(segment: string): string {
  for (let text = segment; ;) {
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      return text
    }
    if (next === text) return text
    text = next
  }
}

/** The path of segments. */
export const pathOf = (segments: readonly string[]): string => ['/memories', ...segments].join('/')
