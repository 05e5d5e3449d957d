import { createHmac } from 'node:crypto'
import { sameText } from '../../../system/secrets/hashes.ts'

/** Whether the hub that has our key signed this body: `X-Hub-Signature` is `method=hex`. */
export function isSignedBy(key: string, body: ArrayBuffer, signature: string): boolean {
  const [, method, hex = ''] = /^(sha1|sha256|sha384|sha512)=([\da-f]+)$/i.exec(signature.trim()) ?? []
  if (method === undefined) return false
  const mark = createHmac(method.toLowerCase(), key).update(new Uint8Array(body)).digest('hex')
  return sameText(mark, hex.toLowerCase())
}
