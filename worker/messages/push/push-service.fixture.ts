import { base64url, importJWK, jwtVerify } from 'jose'

const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const
const utf8 = new TextEncoder()

/** A browser's keys of a subscription, as the Push API makes them. */
type Receiver = { p256dh: string; auth: string; privateKey: CryptoKey }

export async function aReceiver(): Promise<Receiver> {
  const pair = (await crypto.subtle.generateKey(ecdh, true, ['deriveBits'])) as CryptoKeyPair
  const point = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
  const auth = crypto.getRandomValues(new Uint8Array(16))
  return { p256dh: base64url.encode(new Uint8Array(point)), auth: base64url.encode(auth), privateKey: pair.privateKey }
}

/** Decrypts a message as a browser does: RFC 8291 over RFC 8188, one record. Throws if any bit was changed. */
export async function decryptPush(body: Uint8Array, { p256dh, auth, privateKey }: Receiver): Promise<string> {
  const salt = body.slice(0, 16)
  const sender = body.slice(21, 21 + (body[20] ?? 0))
  const publicKey = await crypto.subtle.importKey('raw', sender, ecdh, false, [])
  // workerd's types name this property after a reserved word; the platform's name is `public`.
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey } as never, privateKey, 256)
  const info = concat(utf8.encode('WebPush: info\0'), base64url.decode(p256dh), sender)
  const secret = await hkdf(new Uint8Array(shared), base64url.decode(auth), info, 32)
  const key = await hkdf(secret, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(secret, salt, utf8.encode('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const sealed = body.slice(21 + sender.length)
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed))
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.slice(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return new TextDecoder().decode(padded.slice(0, end))
}

async function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

/** The key and claims that signed the request (RFC 8292). Throws if signature, audience or time is wrong. */
export async function whoSigned(authorization: string, audience: string, now: number) {
  const { t = '', k = '' } = Object.fromEntries(
    authorization
      .replace(/^vapid /, '')
      .split(/,\s*/)
      .map((part) => [part[0], part.slice(2)]),
  ) as { t?: string; k?: string }
  const point = base64url.decode(k)
  const [x, y] = [base64url.encode(point.slice(1, 33)), base64url.encode(point.slice(33))]
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(t, key, { audience, currentDate: new Date(now) })
  return { key: k, ...payload }
}

type Options = { answer?: number; now?: () => number }

/**
 * A push service over `fetch`: accepts and records messages signed and encrypted as the RFCs require, refuses others.
 */
export function aPushService(receivers: Record<string, Receiver>, { answer = 201, now = Date.now }: Options = {}) {
  const received: { endpoint: string; message: unknown; subject: unknown; key: string; ttl: number }[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const receiver = receivers[request.url]
    if (!receiver) return new Response(null, { status: 410 })
    if (answer >= 400) return new Response(null, { status: answer })
    const { sub: subject, key } = await whoSigned(
      request.headers.get('authorization') ?? '',
      new URL(request.url).origin,
      now(),
    )
    if (request.headers.get('content-encoding') !== 'aes128gcm') return new Response(null, { status: 415 })
    const message: unknown = JSON.parse(await decryptPush(new Uint8Array(await request.arrayBuffer()), receiver))
    received.push({ endpoint: request.url, message, subject, key, ttl: Number(request.headers.get('ttl')) })
    return new Response(null, { status: answer })
  }
  return { received, fetch }
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}
