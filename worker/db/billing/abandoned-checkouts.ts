import { and, eq, getTableColumns, isNull, lte, or } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { prices, subscriptions } from '../schema/billing.ts'

/**
 * Claims a user's mail about an abandoned checkout, in one conditional write, so that only one of two tabs schedules
 * it. False if they unsubscribed, or had one after `rested_since` (ms).
 */
export async function claimReminder(
  { db }: DbCtx,
  user_id: string,
  { at, rested_since }: { at: number; rested_since: number },
): Promise<boolean> {
  const { reminder_scheduled_at, reminders_off_at } = users
  const rested = or(isNull(reminder_scheduled_at), lte(reminder_scheduled_at, rested_since))
  const claimed = await db
    .update(users)
    .set({ reminder_scheduled_at: at })
    .where(and(eq(users.id, user_id), isNull(reminders_off_at), rested))
    .returning({ id: users.id })
  return claimed.length > 0
}

/** Takes the claim of `at` back, so that a retry may schedule the mail that was not queued. */
export async function dropReminder({ db }: DbCtx, user_id: string, at: number): Promise<void> {
  await db
    .update(users)
    .set({ reminder_scheduled_at: null })
    .where(and(eq(users.id, user_id), eq(users.reminder_scheduled_at, at)))
}

/** The user who left checkout, their subscriptions, and the prices of the plan that they looked at. */
export async function readAbandonedCheckout({ db }: DbCtx, user_id: string, plan_id: string) {
  const found = await runNamed(db, {
    users: decoded(db.select().from(users).where(eq(users.id, user_id)), getTableColumns(users)),
    held: decoded(
      db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id)),
      getTableColumns(subscriptions),
    ),
    catalogue: decoded(db.select().from(prices).where(eq(prices.plan_id, plan_id)), getTableColumns(prices)),
  })
  return { user: found.users[0] ?? null, held: found.held, catalogue: found.catalogue }
}
