import * as z from 'zod/mini'
import { PASSWORD_MAX } from '../limits.ts'
import { passkeyInput } from './passkey.ts'

/**
 * How a user can show that it is them, best first: with a passkey; else the password; else at the OpenID provider, which
 * has to ask again; else with a link that we mail.
 */
export type ProofWay = 'passkey' | 'password' | 'provider' | 'mail'

/** GET /api/session/proof. `fresh`: the user has shown it within the last 15 minutes. */
export type ProofResponse = { fresh: boolean; ways: ProofWay[] }

/** POST /api/session/proof */
export const proofInput = z.union([
  z.strictObject({ passkey: passkeyInput }),
  z.strictObject({
    password: z.string('Enter your password.').check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX)),
  }),
])
export type ProofInput = z.output<typeof proofInput>

/** POST /api/session/proof/mail/confirm */
export const mailProofInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2048)) })
