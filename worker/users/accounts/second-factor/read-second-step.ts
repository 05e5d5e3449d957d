import type { Ctx } from '../../../system/context/context.ts'
import type { RequestOptions } from '../../../contract/accounts/passkey.ts'
import type { SecondStepResponse } from '../../../contract/accounts/second-factor.ts'
import { readRecovery } from '../../../db/users/recoveries.ts'
import { requestOptions } from '../passkeys/challenges.ts'
import { readPendingSignIn, requirePendingSignIn } from '../pending-sign-in.ts'

/** GET /api/session/second_step: how long this browser's sign-in waits. It says nothing of its account but the waiting period. */
export async function readSecondStep(ctx: Ctx, token: string | null): Promise<SecondStepResponse> {
  const pending = await readPendingSignIn(ctx, token)
  if (!pending) return { waiting: null }
  const recovery = await readRecovery(ctx, pending.user.id)
  return {
    waiting: {
      ends_at: pending.expires_at,
      recovery: recovery && { due_at: recovery.due_at, expires_at: recovery.expires_at },
    },
  }
}

/**
 * POST /api/session/second_step/passkey_options: what the browser needs to have one of the user's passkeys sign. Throws
 * `second_step_expired` (401), `rate_limited` (429).
 */
export async function secondStepOptions(ctx: Ctx, token: string | null, browser: string): Promise<RequestOptions> {
  const { user } = await requirePendingSignIn(ctx, token)
  return requestOptions(ctx, { purpose: 'sign_in', browser, user_id: user.id })
}
