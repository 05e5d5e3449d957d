import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { subscriptions } from '../../db/schema/billing.ts'

/** How long a call that died keeps the next one waiting. */
const LEASE = 2 * MINUTE

/**
 * Runs `work` while no other call does on this plan: a booking that overtook an upgrade would set its price back. Throws
 * `attempt_in_flight`.
 */
export async function withPlanLease<T>(
  { db, now }: Ctx,
  { subscription_id }: Pick<StripeBillingCustomer, 'subscription_id'>,
  work: () => Promise<T>,
): Promise<T> {
  const { changing_until, stripe_subscription_id } = subscriptions
  const begun = now()
  const until = begun + LEASE
  const isTheirs = eq(stripe_subscription_id, subscription_id)
  const [leased] = await db
    .update(subscriptions)
    .set({ changing_until: until })
    .where(and(isTheirs, or(isNull(changing_until), lte(changing_until, begun))))
    .returning({ id: subscriptions.id })
  if (!leased) throw new AppError('attempt_in_flight')
  try {
    return await work()
  } finally {
    await db
      .update(subscriptions)
      .set({ changing_until: null })
      .where(and(isTheirs, eq(changing_until, until)))
      .catch((error: unknown) => log('warn', 'plan_lease_kept', { message: String(error) }))
  }
}
