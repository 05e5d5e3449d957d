import { and, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { ActorUser, ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import { DELETION_WAITS, type DeletionInput } from '../../../contract/accounts/account-deletion.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { account_deletions } from '../../../db/schema/account-changes.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { isLiveAtStripe, subscriptions } from '../../../db/schema/billing.ts'
import { push_subscriptions } from '../../../db/schema/push.ts'
import { pending_sign_ins, second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'
import { workOnDeletion } from './work-on-deletions.ts'

/**
 * POST /api/account_deletion: deletes the account in seven days, and pauses it now. All its sessions end; plan and mail
 * follow at once, or with the schedule's next round. Repeating it changes nothing. Returns the day in ms. Throws
 * `not_signed_in` (401), `proof_required` (403), `invalid_input` (422) if the name is neither the address nor the user name.
 */
export async function requestDeletion(ctx: Ctx, { name, take_down }: DeletionInput): Promise<{ due_at: number }> {
  const user = await requireFreshProof(ctx)
  const typed = name.toLowerCase()
  if (typed !== user.email && typed !== user.login.toLowerCase())
    throw new AppError('invalid_input', { errors: [{ attribute: 'name', message: SENTENCES.account_name_wrong }] })
  const due_at = ctx.now() + DELETION_WAITS
  await ctx.db.batch([
    insertSecurityEvent(
      ctx,
      { kind: 'account_deleted', user_id: user.id, session_id: user.session_id },
      isNull(users.deletes_at),
    ),
    insertDeletion(ctx, user, { due_at, take_down }),
    ctx.db
      .update(users)
      .set({ deletes_at: sql`coalesce(${users.deletes_at}, ${due_at})`, updated_at: ctx.now() })
      .where(eq(users.id, user.id)),
    ctx.db
      .update(sessions)
      .set({ revoked_at: ctx.realNow() })
      .where(and(eq(sessions.user_id, user.id), isNull(sessions.revoked_at))),
    ctx.db.delete(push_subscriptions).where(eq(push_subscriptions.user_id, user.id)),
    // Also ends a wait to sign in without the second factor.
    ctx.db.delete(second_factor_recoveries).where(eq(second_factor_recoveries.user_id, user.id)),
    ctx.db.delete(pending_sign_ins).where(eq(pending_sign_ins.user_id, user.id)),
  ])
  await ctx.accountParts.runner.stopRuns(ctx, user.id, [])
  ctx.defer(workOnDeletion(ctx, user.id))
  return { due_at }
}

/** With the subscription that is to end and would have renewed, and what was booked for it. The schedule asks Stripe for it (pause-account.ts). */
function insertDeletion(
  { db, ...ctx }: DbCtx & ClockCtx,
  { id }: ActorUser,
  { due_at, take_down }: { due_at: number; take_down: boolean },
) {
  const now = ctx.now()
  const { stripe_subscription_id, stripe_schedule_id, next_plan, status, cancel_at_period_end, cancel_at } =
    subscriptions
  // One that is not paid would be charged again, even if it is set to end.
  const isRenewing = sql`${eq(subscriptions.user_id, id)} and ${isLiveAtStripe(subscriptions)}
    and (${notInArray(status, ['active', 'trialing'])} or not ${cancel_at_period_end} and ${isNull(cancel_at)})`
  const renewing = sql<string | null>`(select ${stripe_subscription_id} from ${subscriptions} where ${isRenewing})`
  const booked = sql<string | null>`(select ${stripe_schedule_id} from ${subscriptions}
    where ${isRenewing} and ${isNotNull(next_plan)})`
  return db
    .insert(account_deletions)
    .values({
      user_id: id,
      requested_at: now,
      due_at,
      take_down,
      ends_subscription: renewing,
      booked_schedule: booked,
      next_at: now,
    })
    .onConflictDoNothing()
}
