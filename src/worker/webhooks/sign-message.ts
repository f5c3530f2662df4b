/** Signatures of messages, as Standard Webhooks has them. */
import { createHmac } from 'node:crypto'

/** A message as it goes out. */
export interface SignedMessage {
  id: string
  /** Seconds since 1970 of this attempt. */
  timestamp: number
  body: string
}

/**
 * Headers of a message: `webhook-id`, the same for every attempt; `webhook-timestamp`; `webhook-signature`, an HMAC-SHA256 over the three with
 * dots between.
 *
 * @param secret `whsec_` and base64, or any other text; with blanks between them several, while receivers change from one to the next
 */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secret: string): Record<string, string> {
  const signatures = secret.split(/\s+/).filter(Boolean).map((one) => {
    const key = one.startsWith('whsec_') ? Buffer.from(one.slice('whsec_'.length), 'base64') : Buffer.from(one)
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
