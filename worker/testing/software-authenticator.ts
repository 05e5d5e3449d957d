import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { CreationOptions, NewPasskey, PasskeyInput, RequestOptions } from '../contract/accounts/passkey.ts'

const ORIGIN = 'http://localhost:8788'
const [PRESENT, VERIFIED, CREDENTIAL] = [0x01, 0x04, 0x40]

/** The changes that an attacker or a broken browser would make. */
type Twist = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  verified?: boolean
  present?: boolean
  /** The counter that it says; by default one more each time, or always 0 for one that does not count. */
  count?: number
  userHandle?: string | null
  signature?: string
}

type Credential = { id: string; key: KeyObject; spki: string; userHandle: string; alg: -7 | -257 }

/** An authenticator and browser in software: makes keys and signs as WebAuthn Level 3 says. */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = []
  private count = 0
  private readonly counts: boolean

  constructor({ counts = true } = {}) {
    this.counts = counts
  }

  /** `navigator.credentials.create()` and `toJSON()`. `id`: a credential's id to claim. */
  create(options: CreationOptions, twist: Twist & { id?: string; alg?: -7 | -257 } = {}): NewPasskey {
    const alg = twist.alg ?? -7
    const { publicKey, privateKey } =
      alg === -7
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
    const id = twist.id ?? randomBytes(32).toString('base64url')
    this.credentials.push({ id, key: privateKey, spki, userHandle: options.user.id, alg })
    const credential = Buffer.from(id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), uint(credential.length, 2), credential, COSE_KEY])
    return {
      id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, twist),
        authenticatorData: Buffer.concat([this.head(options.rp.id, twist, CREDENTIAL), attested]).toString('base64url'),
        publicKey: spki,
        publicKeyAlgorithm: alg,
        transports: ['internal'],
      },
    }
  }

  /** `navigator.credentials.get()` and `toJSON()`, with the newest passkey. */
  get(options: RequestOptions, twist: Twist = {}): PasskeyInput {
    const credential = this.credentials.at(-1)
    if (!credential) throw new Error('This authenticator has no passkey.')
    const clientDataJSON = clientData('webauthn.get', options.challenge, twist)
    const data = this.head(options.rpId, twist, 0)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = createSign('sha256').update(data).update(hash).sign(credential.key).toString('base64url')
    return {
      id: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: twist.signature ?? signature,
        userHandle: twist.userHandle === undefined ? credential.userHandle : twist.userHandle,
      },
    }
  }

  private head(rpId: string, twist: Twist, more: number): Buffer {
    if (this.counts) this.count++
    const flags = (twist.present === false ? 0 : PRESENT) | (twist.verified === false ? 0 : VERIFIED) | more
    const site = createHash('sha256')
      .update(twist.rpId ?? rpId)
      .digest()
    return Buffer.concat([site, uint(flags, 1), uint(twist.count ?? this.count, 4)])
  }
}

/** An empty CBOR map: the product reads the key from SubjectPublicKeyInfo. */
const COSE_KEY = Buffer.from([0xa0])

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

function clientData(type: string, challenge: string, twist: Twist): string {
  const { origin = ORIGIN, crossOrigin = false } = twist
  const data = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin, crossOrigin }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}
