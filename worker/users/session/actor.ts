import { entitlingSubscription, isEligibleForTrial, upgradesOf } from '../entitlements/entitlement-rules.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { readActorRows, type ActorRow } from '../../db/sessions/actor-query.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log.ts'

/** The user of `actorQuery`'s rows, whom the log names from then on; null if the session has ended. */
export function toActor(rows: readonly ActorRow[], now: number): ActorUser | null {
  const first = rows[0]
  if (!first) return null
  const { user, session_id, proved_at, offered } = first
  noteForLog({ user_id: user.id, session_id })
  const held = rows.flatMap(({ subscription }) => subscription ?? [])
  const subscription = entitlingSubscription(held, now)
  const tier = subscription?.tier ?? 'free'
  return {
    id: user.id,
    session_id,
    login: user.login,
    email: user.email,
    email_verified_at: user.email_verified_at,
    tier,
    upgrades: upgradesOf({ tier, student: user.student, held: subscription }, offered),
    isTrialing: subscription?.status === 'trialing',
    subscriptionPaymentType: subscription?.payment_type ?? null,
    user_subscriptions: subscription ? [{ payment_type: subscription.payment_type }] : [],
    code: user.code,
    segment: user.segment,
    available_clients: user.available_clients,
    student: user.student,
    eligible_for_trial: isEligibleForTrial(user, held),
    eligible_trial_period: user.eligible_trial_period,
    created_at: user.created_at,
    proved_at,
  }
}

/** The signed-in user's whole row, for what only they may read, and when they last showed that it is them. Throws `not_signed_in` (401). */
export async function requireUserRow({
  db,
  sessionHash,
  realNow,
}: Ctx): Promise<ActorRow['user'] & Pick<ActorRow, 'proved_at'>> {
  const [row] = sessionHash ? await readActorRows(db, sessionHash, realNow()) : []
  if (!row) throw new AppError('not_signed_in')
  noteForLog({ user_id: row.user.id, session_id: row.session_id })
  return { ...row.user, proved_at: row.proved_at }
}
