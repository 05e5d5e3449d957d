import { and, ne, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../system/context/context.ts'
import { sessions } from '../../db/schema/accounts.ts'
import type { PendingOutcome } from '../../db/schema/second-factors.ts'
import { insertSecurityEvent } from '../../db/users/security-events.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { isLiveSessionOf } from '../../db/users/live-sessions.ts'
import { beginSession, type BegunSession, type SigningIn } from './begin-session.ts'
import { awaitSecondStep, type AwaitedSecondStep } from './pending-sign-in/pending-sign-in.ts'
import { isDue, readRecovery, turnOffByRecovery } from './pending-sign-in/recovery-statements.ts'

/** The result of a right password, reset link or provider: a session, or the second step. */
export type SignedIn = BegunSession | AwaitedSecondStep

export function needsSecondStep(signedIn: SignedIn): signedIn is AwaitedSecondStep {
  return 'second_step' in signedIn
}

type FirstFactor = {
  /** As read before; `password_hash` as it is when the session begins. */
  user: SigningIn & { email: string; login: string }
  outcome: PendingOutcome
  /** The writes of the first factor alone, such as that its link is used. */
  shown: BatchItem<'sqlite'>[]
  /** The writes of a whole sign-in only; `outcome` says them for the second step. */
  whole?: BatchItem<'sqlite'>[]
  /** The password's hash before `whole`. */
  password_hash?: string | null
  proved?: boolean
}

/**
 * Signs in an account without a second factor, or whose user has waited the 72 hours without one: that turns it off and
 * ends the other sessions. All others get to the second step. Returns null where `beginSession` does.
 */
export async function signInByFirstFactor(
  ctx: Ctx,
  { user, outcome, shown, whole = [], password_hash = user.password_hash, proved = true }: FirstFactor,
): Promise<SignedIn | null> {
  const { event } = outcome
  if (user.second_factor_at === null) return beginSession(ctx, user, event, [...shown, ...whole], { proved })
  const recovery = await readRecovery(ctx, user.id)
  if (!recovery || !isDue(recovery, ctx.now())) return awaitSecondStep(ctx, { ...user, password_hash }, outcome, shown)
  const finished = { kind: 'recovery_finished', user_id: user.id } as const
  let session_id = ''
  const begun = await beginSession(ctx, user, event, [...shown, ...turnOffByRecovery(ctx, recovery), ...whole], {
    proved,
    after: (isBegun, id) => {
      session_id = id
      return [
        endOthers(ctx, user.id, { id, isBegun }),
        insertSecurityEvent(ctx, { ...finished, session_id: id }, isBegun),
      ]
    },
  })
  if (begun) tellSecurityEvent(ctx, user, { ...finished, session_id })
  return begun
}

function endOthers({ db, ...ctx }: Ctx, user_id: string, { id, isBegun }: { id: string; isBegun: SQL }) {
  return db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(isLiveSessionOf(user_id, ctx.realNow()), ne(sessions.id, id), isBegun))
}
