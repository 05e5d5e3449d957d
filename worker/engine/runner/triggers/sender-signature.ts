import { MINUTE } from '../../../contract/shared/durations.ts'
import { sameText } from '../../../system/secrets/hashes.ts'
import type { HintProof } from '../../steps/service-steps.ts'

/** Senders whose signatures an Applet may require. */
export const SIGNED_SENDERS = ['github', 'stripe', 'slack', 'standard'] as const
export type SignedSender = (typeof SIGNED_SENDERS)[number]

/** An older signature could be a repeated one, in ms. */
const TOLERANCE = 5 * MINUTE

type Signed = { sender: SignedSender; secret: string; body: string; headers: Readonly<Record<string, string>> }

/** Whether the body is signed with the secret, as this sender signs. `now` in ms. */
export async function isSigned({ sender, secret, body, headers }: Signed, now: number): Promise<boolean> {
  switch (sender) {
    case 'github':
      return verify(encode(secret), body, hexBytes(headers['x-hub-signature-256']?.replace(/^sha256=/, '')))
    case 'stripe': {
      const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('='))
      const time = parts.find(([name]) => name === 't')?.[1]
      const marks = parts.flatMap(([name, mark]) => (name === 'v1' && mark ? [hexBytes(mark)] : []))
      return isRecent(time, now) && someVerify(encode(secret), `${time}.${body}`, marks)
    }
    case 'slack': {
      const time = headers['x-slack-request-timestamp']
      const mark = hexBytes(headers['x-slack-signature']?.replace(/^v0=/, ''))
      return isRecent(time, now) && verify(encode(secret), `v0:${time}:${body}`, mark)
    }
    case 'standard': {
      const { 'webhook-id': id, 'webhook-timestamp': time } = headers
      const key = base64Bytes(secret.replace(/^whsec_/, ''))
      const marks = (headers['webhook-signature'] ?? '').split(' ').filter((each) => each.startsWith('v1,'))
      const bytes = marks.map((each) => base64Bytes(each.slice(3)))
      return key !== null && isRecent(time, now) && someVerify(key, `${id}.${time}.${body}`, bytes)
    }
  }
}

/** Whether a request shows by its header that it knows the secret. */
export async function isProven(
  { header, hmac, prefix = '' }: HintProof,
  { secret, body, headers }: Omit<Signed, 'sender'>,
): Promise<boolean> {
  const value = headers[header.toLowerCase()] ?? ''
  if (!value.startsWith(prefix) || secret === '') return false
  const mark = value.slice(prefix.length)
  switch (hmac) {
    case undefined:
      return sameText(mark, secret)
    case 'hex':
      return verify(encode(secret), body, hexBytes(mark))
    case 'base64':
      return verify(encode(secret), body, base64Bytes(mark))
  }
}

type Bytes = Uint8Array<ArrayBuffer>

function isRecent(seconds: string | undefined, now: number): boolean {
  return seconds !== undefined && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE
}

async function someVerify(key: Bytes, text: string, marks: (Bytes | null)[]): Promise<boolean> {
  const results = await Promise.all(marks.map((mark) => verify(key, text, mark)))
  return results.includes(true)
}

/** Compares in constant time. */
async function verify(key: Bytes, text: string, mark: Bytes | null): Promise<boolean> {
  if (mark === null || key.length === 0) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', imported, mark, encode(text))
}

function encode(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text))
}

function hexBytes(text: string | undefined): Bytes | null {
  if (!text || !/^([0-9a-f]{2})+$/i.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function base64Bytes(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
