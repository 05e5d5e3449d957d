import { createHmac } from 'node:crypto'

/** As Standard Webhooks writes secrets down: 24 to 64 bytes as base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/** The bytes of a secret such as `whsec_…`; null for what is not one. */
function readSecret(text: string): Uint8Array<ArrayBuffer> | null {
  const [, base64] = SECRET.exec(text.trim()) ?? []
  if (base64 === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return bytes.length >= 24 && bytes.length <= 64 ? bytes : null
  } catch {
    return null
  }
}

export function signingSecretProblem(text: string): string | null {
  return readSecret(text) ? null : 'Write a secret of Standard Webhooks: "whsec_" and 24 to 64 bytes as base64.'
}

/** The headers with which Standard Webhooks signs a request. `now` in ms. Null where the secret cannot be read. */
export function signedHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> | null {
  const bytes = readSecret(secret)
  if (bytes === null) return null
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
