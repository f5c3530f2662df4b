/** An endpoint made of prepared answers, and what it was asked. */

/** What the client sent. */
export interface Sent {
  model: string
  temperature: number
  seed: number
  messages: { role: string; content: string }[]
  response_format: { type: string; json_schema: { name: string; strict: boolean; schema: Record<string, unknown> } }
}

/** A `fetch` that gives the prepared answers in order; a string or object is the content of a reply. */
export function fakeEndpoint(...answers: (Response | Error | string | object)[]): { fetch: typeof globalThis.fetch; sent: Sent[]; headers: Headers[] } {
  const sent: Sent[] = []
  const headers: Headers[] = []
  return {
    sent,
    headers,
    fetch: async (_, init) => {
      sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : '') as Sent)
      headers.push(new Headers(init?.headers))
      const answer = answers.shift()
      if (answer === undefined) throw new Error('nothing is prepared')
      if (answer instanceof Error) throw answer
      if (answer instanceof Response) return answer
      return completion(typeof answer === 'string' ? answer : JSON.stringify(answer))
    },
  }
}

/** A whole response with one choice. */
export function completion(content: string | null, choice: { finish_reason?: string; refusal?: string } = {}): Response {
  return Response.json({
    id: 'x', object: 'chat.completion', created: 1, model: 'fake',
    choices: [{ index: 0, finish_reason: choice.finish_reason ?? 'stop', message: { role: 'assistant', content, refusal: choice.refusal ?? null } }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  })
}

/** An error as endpoints send it. */
export function failure(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { message: `status ${status}`, type: 'x', code: null } }, { status, headers })
}
