import type { RunnerWorkerSettings } from '../context/settings/runner-worker-settings.ts'

const encoder = new TextEncoder()

export function base64url(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('base64url')
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** 256 random bits. */
export function randomToken(): string {
  return base64url(randomBytes(32).buffer)
}

export async function sha256(text: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

/** SHA-256 of a text or of bytes, as hex. */
export async function sha256Hex(given: string | ArrayBuffer): Promise<string> {
  const bytes = typeof given === 'string' ? encoder.encode(given) : given
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** HMAC-SHA-256, base64url. `purpose:` prefixes keep one key's uses apart. */
export async function hmac(key: string, text: string): Promise<string> {
  return base64url(await crypto.subtle.sign('HMAC', await importOnce(key), encoder.encode(text)))
}

/** The few keys of the settings. To import one takes as long as to sign with it. */
const imported = new Map<string, CryptoKey>()

async function importOnce(key: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const known =
    imported.get(key) ?? (await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']))
  imported.set(key, known)
  return known
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
}

type Keys = Pick<RunnerWorkerSettings, 'SECRET_KEY'>

/** HMAC of a text under the newest key of SECRET_KEY. `purpose:` prefixes keep the uses apart. */
export function keyedHash({ SECRET_KEY: [newest] }: Keys, text: string): Promise<string> {
  return hmac(newest, text)
}

/** The same under each key, for looking up what an older one has hashed. */
export function keyedHashes({ SECRET_KEY: keys }: Keys, text: string): Promise<string[]> {
  return Promise.all(keys.map((key) => hmac(key, text)))
}

/** Whether this is the text's hash under any key of SECRET_KEY: older ones stay valid while one is replaced. */
export async function isKeyedHash({ SECRET_KEY: keys }: Keys, text: string, given: string): Promise<boolean> {
  for (const key of keys) if (sameText(given, await hmac(key, text))) return true
  return false
}
