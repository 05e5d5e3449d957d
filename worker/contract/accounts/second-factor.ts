import * as z from 'zod/mini'
import { DAY, HOUR, MINUTE } from '../shared/durations.ts'
import type { Me } from './me.ts'
import { passkeyInput } from './passkey.ts'

/** How long a sign-in waits for its second step, in ms. */
export const SECOND_STEP_LASTS = 10 * MINUTE
/** How long a user without passkey and code waits, and how long they can sign in after that, in ms. */
export const RECOVERY_WAITS = 72 * HOUR
export const RECOVERY_OPEN = 7 * DAY
/** How long after its beginning each mail about a recovery goes out, in ms. */
export const RECOVERY_MAILS = [0, 24 * HOUR, 48 * HOUR] as const
/** How many recovery codes a user gets. */
export const RECOVERY_CODES = 10

/** Crockford's Base32: no letter that looks like a digit. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 random bits. */
export const CODE_LENGTH = 16

/** A recovery code as it is hashed: however its user typed it. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const code = z
  .string('Enter a recovery code.')
  .check(z.trim(), z.minLength(1, 'Enter a recovery code.'), z.maxLength(100))

/** The second step's form without JavaScript. */
export const recoveryCodeInput = z.strictObject({ code })

/** POST /api/session/second_step */
export const secondStepInput = z.union([z.strictObject({ passkey: passkeyInput }), recoveryCodeInput])
export type SecondStepInput = z.output<typeof secondStepInput>

/** POST /api/second_factor. `codes`: the set that its user has kept. */
export const turnOnInput = z.strictObject({ codes: z.string().check(z.minLength(1), z.maxLength(80)) })

/**
 * POST /api/session and all other calls that sign in. `me` is null for an account that is being deleted, and while the
 * second step is missing.
 */
export type SignInResponse = { me: Me | null; second_step?: true }

/** GET /api/session/second_step: the browser's sign-in that waits; null if there is none. Times in ms. */
export type SecondStepResponse = {
  waiting: { ends_at: number; recovery: RecoveryState | null } | null
}
/** When the user who waits can sign in without the second step, and until when. */
export type RecoveryState = { due_at: number; expires_at: number }

/** POST /api/second_factor/codes: shown once. */
export type RecoveryCodes = { id: string; codes: string[] }
