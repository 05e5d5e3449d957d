import * as z from 'zod/mini'
import { joinInput } from './account-input.ts'

/** The purposes for which a passkey signs a challenge. A challenge of one purpose does not work for another. */
export const CHALLENGE_PURPOSES = ['join', 'add', 'sign_in', 'proof'] as const
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

export const PASSKEY_NAME_MAX = 40
/** As many as anyone needs; a list without end would only hide one that does not belong there. */
export const PASSKEYS_MAX = 20

/** Bytes as WebAuthn's JSON has them. */
function bytes(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/))
}

/** A passkey is not refused because its browser names a way to reach it that we do not know. */
const orNothing = z.catch
const credentialId = bytes(1400)

/** A new passkey, as `PublicKeyCredential.toJSON()` gives it (WebAuthn Level 3, RegistrationResponseJSON). */
const newPasskey = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(8000),
    publicKey: bytes(2000),
    publicKeyAlgorithm: z.number(),
    transports: orNothing(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)), []),
  }),
})
export type NewPasskey = z.output<typeof newPasskey>

/** A passkey that signed, in the same form (AuthenticationResponseJSON). */
export const passkeyInput = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(1000),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
})
export type PasskeyInput = z.output<typeof passkeyInput>

/** POST /api/passkeys */
export const addPasskeyInput = z.strictObject({ passkey: newPasskey })

/** POST /api/session/passkey */
export const passkeySignInInput = z.strictObject({ passkey: passkeyInput })

/** POST /api/users/passkey_options: who someone will be. */
export const joinOptionsInput = z.omit(joinInput, { password: true })
export type JoinOptionsInput = z.output<typeof joinOptionsInput>

/** POST /api/users/passkey */
export const joinWithPasskeyInput = z.extend(joinOptionsInput, { passkey: newPasskey })
export type JoinWithPasskeyInput = z.output<typeof joinWithPasskeyInput>

/** PATCH /api/passkeys/{id} */
export const renamePasskeyInput = z.strictObject({
  name: z
    .string('Enter a name.')
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(PASSKEY_NAME_MAX, 'Use at most 40 characters.')),
})

/** DELETE /api/identities */
export const identityInput = z.strictObject({ issuer: z.string().check(z.maxLength(500)) })

/** The arguments of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export type CreationOptions = {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials: { type: 'public-key'; id: string; transports: string[] }[]
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' }
  attestation: 'none'
}

/** The arguments of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export type RequestOptions = {
  rpId: string
  challenge: string
  timeout: number
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[]
  userVerification: 'required'
}

/** A passkey as its user sees it. Times in ms. */
export type PasskeyRow = { id: string; name: string; created_at: number; last_used_at: number | null }

/** Two-step sign-in. `since` is null while it is off; in ms. */
export type SecondFactorState = { since: number | null; codes_left: number }

/** GET /api/sign_in_ways: how the user signs in. `identities`: at OpenID providers, by their issuer. */
export type SignInWays = {
  password: boolean
  passkeys: PasskeyRow[]
  identities: { issuer: string; name: string; created_at: number }[]
  second_factor: SecondFactorState
}
