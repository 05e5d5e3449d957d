import { sameText } from '../../../system/secrets/hashes.ts'

const HASHES: Record<string, string> = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

/** Whether the hub that has our key signed this body: `X-Hub-Signature` is `method=hex`. */
export async function isSignedBy(key: string, body: ArrayBuffer, signature: string): Promise<boolean> {
  const [, method = '', hex = ''] = /^(\w+)=([\da-f]+)$/i.exec(signature.trim()) ?? []
  const hash = Object.hasOwn(HASHES, method.toLowerCase()) ? HASHES[method.toLowerCase()] : undefined
  if (hash === undefined) return false
  const imported = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), { name: 'HMAC', hash }, false, [
    'sign',
  ])
  const mark = new Uint8Array(await crypto.subtle.sign('HMAC', imported, body))
  return sameText(Array.from(mark, (byte) => byte.toString(16).padStart(2, '0')).join(''), hex.toLowerCase())
}
