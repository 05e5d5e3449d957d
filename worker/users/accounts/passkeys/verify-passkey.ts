import { createHash, createPublicKey, verify } from 'node:crypto'
import { isRecord } from '../../../contract/shared/is-record.ts'
import { parseJson } from '../../../contract/shared/parse-json.ts'

/**
 * The checks of WebAuthn Level 3, §7.1 and §7.2, without attestation: users choose their own authenticators, so nothing
 * here decodes CBOR. The browser gives the public key as SubjectPublicKeyInfo, and `node:crypto` checks the signature.
 */

/** ES256 and RS256: what every authenticator has at least one of, by their COSE numbers. */
export const ALGORITHMS = { ES256: -7, RS256: -257 } as const
const KEY_TYPES = new Map<number, string>([
  [ALGORITHMS.ES256, 'ec'],
  [ALGORITHMS.RS256, 'rsa'],
])

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
/** The site's hash, a byte of flags, and the counter. */
const HEAD_LENGTH = 37
const AAGUID_LENGTH = 16

/** Where passkeys of this site live: its origin with the port, and its host name. */
type Place = { SITE_ORIGIN: string }
type ClientDataType = 'webauthn.create' | 'webauthn.get'

export type PasskeyProblem =
  | 'unreadable'
  | 'wrong_type'
  | 'wrong_origin'
  | 'wrong_site'
  | 'user_absent'
  | 'user_not_verified'
  | 'wrong_credential'
  | 'wrong_key'
  | 'bad_signature'

/** The host name that passkeys belong to. */
export function relyingPartyId({ SITE_ORIGIN }: Place): string {
  return new URL(SITE_ORIGIN).hostname
}

/** The challenge that was signed, still to be looked up; null if nobody can read it. */
export function challengeOf(clientDataJSON: string): string | null {
  const challenge = readClientData(clientDataJSON)?.['challenge']
  return typeof challenge === 'string' ? challenge : null
}

/** A passkey that was just made. Its key is worth something only because the user's own session adds it. */
export function checkNewPasskey(
  place: Place,
  { id, response }: { id: string; response: NewKey },
): { sign_count: number } | PasskeyProblem {
  const wrong = clientDataProblem(place, response.clientDataJSON, 'webauthn.create')
  if (wrong) return wrong
  const data = Buffer.from(response.authenticatorData, 'base64url')
  const head = readHead(place, data)
  if (typeof head === 'string') return head
  if (!head.same(HAS_CREDENTIAL) || credentialIn(data) !== id) return 'wrong_credential'
  return keyType(response.publicKey) === KEY_TYPES.get(response.publicKeyAlgorithm)
    ? { sign_count: head.sign_count }
    : 'wrong_key'
}
type NewKey = { clientDataJSON: string; authenticatorData: string; publicKey: string; publicKeyAlgorithm: number }

/** A signature by a known passkey, which its user has unlocked by finger, face or PIN. */
export function checkSignature(
  place: Place,
  { response }: { response: Signed },
  { public_key }: { public_key: string },
): { sign_count: number } | PasskeyProblem {
  const wrong = clientDataProblem(place, response.clientDataJSON, 'webauthn.get')
  if (wrong) return wrong
  const data = Buffer.from(response.authenticatorData, 'base64url')
  const head = readHead(place, data)
  if (typeof head === 'string') return head
  const clientHash = createHash('sha256').update(Buffer.from(response.clientDataJSON, 'base64url')).digest()
  return isSigned(public_key, Buffer.concat([data, clientHash]), response.signature) ? head : 'bad_signature'
}
type Signed = { clientDataJSON: string; authenticatorData: string; signature: string }

/**
 * Whether the authenticator has counted on since its last signature. If not, two of them may have the same key. One that
 * does not count always says 0.
 */
export function hasCountedOn(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before
}

function clientDataProblem({ SITE_ORIGIN }: Place, json: string, type: ClientDataType): PasskeyProblem | null {
  const data = readClientData(json)
  if (!data) return 'unreadable'
  if (data['type'] !== type) return 'wrong_type'
  return data['origin'] === SITE_ORIGIN && data['crossOrigin'] !== true ? null : 'wrong_origin'
}

function readClientData(json: string): Record<string, unknown> | null {
  const data = parseJson(Buffer.from(json, 'base64url').toString('utf8'))
  return isRecord(data) ? data : null
}

function readHead(place: Place, data: Buffer) {
  if (data.length < HEAD_LENGTH) return 'unreadable'
  const site = createHash('sha256').update(relyingPartyId(place)).digest()
  if (!data.subarray(0, 32).equals(site)) return 'wrong_site'
  const flags = data.readUInt8(32)
  const same = (flag: number) => (flags & flag) !== 0
  if (!same(USER_PRESENT)) return 'user_absent'
  if (!same(USER_VERIFIED)) return 'user_not_verified'
  return { same, sign_count: data.readUInt32BE(33) }
}

function credentialIn(data: Buffer): string | null {
  const start = HEAD_LENGTH + AAGUID_LENGTH + 2
  if (data.length < start) return null
  const length = data.readUInt16BE(start - 2)
  return data.length < start + length ? null : data.subarray(start, start + length).toString('base64url')
}

function keyType(spki: string): string | undefined {
  try {
    return publicKey(spki).asymmetricKeyType
  } catch {
    return undefined
  }
}

function isSigned(spki: string, data: Buffer, signature: string): boolean {
  try {
    return verify('sha256', data, publicKey(spki), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function publicKey(spki: string) {
  return createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
}
