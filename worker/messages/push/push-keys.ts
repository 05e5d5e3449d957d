import { base64url } from 'jose'
import type { PushSubscriptionInput } from '../../contract/push/push-input.ts'

/**
 * Whether messages can be encrypted for a browser with these keys (RFC 8291): a point of P-256, uncompressed, and 16
 * bytes. No length says so: most points of the plane are not on the curve.
 */
export async function arePushKeys({ p256dh, auth }: PushSubscriptionInput['keys']): Promise<boolean> {
  try {
    const point = base64url.decode(p256dh)
    await crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    return point.byteLength === 65 && base64url.decode(auth).byteLength === 16
  } catch {
    return false
  }
}
