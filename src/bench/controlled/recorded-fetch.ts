/** An endpoint whose answers are kept in files, so that a run can be repeated without it. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A `fetch` that answers a request again as it was answered before, and sends on and keeps what is new.
 *
 * @param folder one file a request, named by the hash of its body
 * @param send the network; left out, what is not kept fails with 404
 */
export function recordedFetch(folder: string, send?: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const hash = createHash('sha256').update(await request.clone().text()).digest('hex')
    const file = join(folder, `${hash}.json`)
    const kept = await readFile(file, 'utf8').catch(() => null)
    if (kept !== null) return new Response(kept, { headers: { 'content-type': 'application/json' } })
    if (!send) return Response.json({ error: { message: 'this request was not recorded', type: 'not_recorded', param: null, code: null } }, { status: 404 })
    const response = await send(request)
    if (!response.ok) return response
    const text = await response.text()
    await mkdir(folder, { recursive: true })
    await writeFile(file, text)
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
}
