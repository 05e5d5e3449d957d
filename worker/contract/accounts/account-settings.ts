import * as z from 'zod/mini'
import { DAY } from '../shared/durations.ts'
import { PASSWORD_MAX } from '../limits.ts'
import { email, login, newPassword } from './account-input.ts'

/** How long the link works that confirms a new address, and the one that undoes the change; in ms. */
export const EMAIL_CHANGE_WAITS = DAY
export const EMAIL_CHANGE_KEPT = 7 * DAY
/** How long a user name that was given up leads to its user, and can be taken by nobody else; in ms. */
export const LOGIN_KEPT = 90 * DAY

/** POST /api/email_changes */
export const emailChangeInput = z.strictObject({ email })

/** PATCH /api/account/login */
export const loginChangeInput = z.strictObject({ login })

/** PATCH /api/account/password. `current` is left out where there is no password yet. */
export const passwordChangeInput = z.strictObject({
  current: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
  password: newPassword,
})
export type PasswordChange = z.output<typeof passwordChangeInput>

/** PATCH /api/account/timezone. Null: that of the device that the user signs in with. */
export const timeZoneInput = z.strictObject({
  timezone: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
})

/** GET /api/account */
export type AccountSettings = {
  has_password: boolean
  /** Null until a browser has said one. */
  timezone: string | null
  timezone_chosen: boolean
  /** The new address whose link nobody has opened yet. */
  pending_email: string | null
}
