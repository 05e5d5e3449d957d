import type { Ctx } from '../../system/context/context.ts'
import { SECOND_STEP_LASTS } from '../../contract/accounts/second-factor.ts'
import { readPendingRow, type PendingOutcome, type PendingSignIn } from '../../db/users/second-steps.ts'
import { insertPendingSignIn, type SignInWrite } from '../../db/users/sign-ins.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log, noteForLog } from '../../system/log/log.ts'
import { sha256, isKeyedHash, keyedHash } from '../../system/secrets/hashes.ts'

/** A sign-in whose second step is missing. `second_step` goes into its cookie and nowhere else. */
export type AwaitedSecondStep = { second_step: string }

/** Lets the browser go on to the second step. `shown` are writes for the same batch. */
export async function awaitSecondStep(
  ctx: Ctx,
  user: { id: string; password_hash: string | null },
  outcome: PendingOutcome,
  shown: readonly SignInWrite[],
): Promise<AwaitedSecondStep> {
  const second_step = ctx.token()
  const pending = {
    token_hash: await sha256(second_step),
    user_id: user.id,
    outcome,
    password_state: await keyedHash(ctx.settings, stateOf(user.password_hash)),
    expires_at: ctx.realNow() + SECOND_STEP_LASTS,
  }
  await insertPendingSignIn(ctx, pending, shown)
  log('info', 'second_step_asked', { user_id: user.id })
  return { second_step }
}

/** `token`: the cookie's value. Null if it is too old, was used, or the password has changed since. */
export async function readPendingSignIn(ctx: Ctx, token: string | null): Promise<PendingSignIn | null> {
  if (token === null) return null
  const token_hash = await sha256(token)
  const row = await readPendingRow(ctx, token_hash)
  if (!row) return null
  const { password_state, ...pending } = row
  const unchanged = await isKeyedHash(ctx.settings, stateOf(row.user.password_hash), password_state)
  return unchanged ? { token_hash, ...pending } : null
}

/** The sign-in that waits for its second step in this browser. Throws `second_step_expired` (401). */
export async function requirePendingSignIn(ctx: Ctx, token: string | null): Promise<PendingSignIn> {
  const pending = await readPendingSignIn(ctx, token)
  if (!pending) throw new AppError('second_step_expired')
  noteForLog({ user_id: pending.user.id })
  return pending
}

function stateOf(passwordHash: string | null): string {
  return `pending_sign_in:${passwordHash ?? ''}`
}
