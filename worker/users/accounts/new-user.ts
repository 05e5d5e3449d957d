import type { Ctx } from '../../system/context/context.ts'
import type { NewUser } from '../../db/users/users.ts'
import { requireOwnLogin } from '../logins/require-own-login.ts'
import { pastTrialHashes } from './past-trials.ts'
import { knownTimeZone } from './time-zone.ts'

type Given = {
  email: string
  /** When the address was verified, if it already is. */
  email_verified_at?: number
  login: string
  /** Null for users who sign in elsewhere; "Forgot your password?" adds one. */
  password_hash: string | null
  timezone?: string | undefined
}

/**
 * The row of a new account. The unique indexes decide whether it can be inserted. Throws `invalid_input` (422) for a
 * reserved user name.
 */
export async function newUser(ctx: Ctx, { timezone, email_verified_at, ...given }: Given) {
  await requireOwnLogin(ctx, given.login, null)
  const now = ctx.now()
  return {
    id: ctx.id('usr'),
    ...given,
    email_verified_at: email_verified_at ?? null,
    second_factor_at: null,
    code: ctx.token().slice(0, 12),
    timezone: knownTimeZone(timezone),
    // A deleted account with this address may have had its trial.
    past_trial_hashes: await pastTrialHashes(ctx, 'email', given.email),
    created_at: now,
    updated_at: now,
  } satisfies NewUser
}
