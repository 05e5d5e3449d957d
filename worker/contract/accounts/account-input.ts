import * as z from 'zod/mini'
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'

export const email = z
  .string('Enter your email address.')
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a full email address, like name@example.com.'))

/** A new password. */
export const newPassword = z
  .string('Enter a password.')
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters. A few words make a good password.`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  )

export const login = z
  .string('Choose a user name.')
  .check(z.trim(), z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,28})[A-Za-z0-9]$/, 'Use 3 to 30 letters, digits, - or _.'))

/** POST /api/users */
export const joinInput = z.strictObject({ email, password: newPassword, login })
export type JoinInput = z.output<typeof joinInput>

/** POST /api/session */
export const signInInput = z.strictObject({
  email: z
    .string('Enter your email address.')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Enter your email address.'), z.maxLength(254)),
  password: z.string('Enter your password.').check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX)),
})
export type SignInInput = z.output<typeof signInInput>

/** POST /api/password_resets */
export const passwordResetInput = z.strictObject({ email })

/** POST /api/password_resets/confirm */
export const newPasswordInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(2048)),
  password: newPassword,
})

const linkToken = z.string().check(z.minLength(1), z.maxLength(2048))

/** A mailed link whose press asks for nothing else. */
export const tokenInput = z.strictObject({ token: linkToken })

/** GET /api/email_verifications: what a mailed link is for. */
export const emailLinkInput = z.object({ token: linkToken })

/** POST /api/email_verifications/confirm: `password` where no session of the account is signed in. */
export const confirmEmailInput = z.strictObject({
  token: linkToken,
  password: z.optional(
    z.string('Enter your password.').check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX)),
  ),
})
export type ConfirmEmailInput = z.output<typeof confirmEmailInput>
