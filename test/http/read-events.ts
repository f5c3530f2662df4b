/** Server-sent events as a client reads them. */

export interface SentEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

/** Every event until the stream ends, or until `enough` says so; then the client hangs up. */
export async function readEvents(url: string, key: string, options: { after?: string; enough?: (event: SentEvent) => boolean } = {}): Promise<{ status: number; type: string | null; events: SentEvent[]; hasEnded: boolean }> {
  const hangUp = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, ...(options.after === undefined ? {} : { 'last-event-id': options.after }) }, signal: hangUp.signal,
  })
  const events: SentEvent[] = []
  let text = ''
  if (response.status === 200 && response.body) {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = new Map(text.slice(0, end).split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const))
        text = text.slice(end + 2)
        if (!fields.has('data')) continue
        const event = { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown> }
        events.push(event)
        if (!options.enough?.(event)) continue
        hangUp.abort()
        return { status: response.status, type: response.headers.get('content-type'), events, hasEnded: false }
      }
    }
  }
  return { status: response.status, type: response.headers.get('content-type'), events, hasEnded: true }
}
