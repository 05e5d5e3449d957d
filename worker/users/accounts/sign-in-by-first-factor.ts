import type { Ctx } from '../../system/context/context.ts'
import { readRecovery } from '../../db/users/recoveries.ts'
import type { PendingOutcome } from '../../db/users/second-steps.ts'
import type { SigningIn, SignInWrite } from '../../db/users/sign-ins.ts'
import { beginSession, type BegunSession } from './begin-session.ts'
import { awaitSecondStep, type AwaitedSecondStep } from './pending-sign-in.ts'

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
  shown: readonly SignInWrite[]
  /** The writes of a whole sign-in only; `outcome` says them for the second step. */
  whole?: readonly SignInWrite[]
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
  if (user.second_factor_at === null) return beginSession(ctx, user, event, { proved, shown, whole })
  const recovery = await readRecovery(ctx, user.id)
  if (!recovery || recovery.due_at > ctx.now()) return awaitSecondStep(ctx, { ...user, password_hash }, outcome, shown)
  return beginSession(ctx, user, event, { proved, shown, whole, second_factor: { by: 'waiting', recovery } })
}
