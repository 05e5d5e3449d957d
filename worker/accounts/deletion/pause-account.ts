import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { SubscriptionRow } from '../../billing/customer/billing-customer.ts'
import { subscriptionEndsAt } from '../../billing/overview/subscription-end.ts'
import type { Ctx } from '../../context/context.ts'
import { isBilledByStripe, storeOf } from '../../contract/billed-by.ts'
import { formatPrice } from '../../contract/billing/price-format.ts'
import { STORES } from '../../contract/billing/store-billed.ts'
import { TIER_NAMES } from '../../contract/tiers.ts'
import { account_deletions } from '../../db/schema/account-changes.ts'
import { users } from '../../db/schema/accounts.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { makeEmailLink } from '../email-links.ts'
import { dayInMail } from '../../messages/day-in-mail.ts'
import { readDeletionRefund } from './deletion-refund.ts'
import { deletionMail, deletionMailId } from './deletion-mails.ts'
import { letPlanRenew, setPlanToEnd } from './plan-of-deletion.ts'
import type { Deletion } from './work-on-deletions.ts'

/**
 * What follows a deletion at once: the plan is set to end, and a mail says so, with the link that undoes it. If the
 * account came back meanwhile, its plan renews again. Can be repeated: a second mail has the same id.
 */
export async function pauseAccount(ctx: Ctx, deletion: Deletion): Promise<void> {
  const { user_id, due_at, ends_subscription, requested_at } = deletion
  const [user] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      login: users.login,
      timezone: users.timezone,
      stripe_customer_id: users.stripe_customer_id,
    })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) return
  await setPlanToEnd(ctx, user, ends_subscription)
  const held = await readPlan(ctx, user_id, ends_subscription)
  const plan = held && (await endingPlan(ctx, held, { due_at, timezone: user.timezone }))
  const store = storeOf(held?.payment_type)
  const link = await makeEmailLink(ctx, 'undo_deletion', { user_id, email: user.email, state: String(requested_at) })
  const due = dayInMail(due_at, user.timezone)
  const mail = deletionMail({
    product: ctx.settings.PRODUCT_NAME,
    login: user.login,
    link,
    due,
    plan,
    // As they know it.
    store: store && STORES[store].name,
  })
  await ctx.queue.send({
    kind: 'mail',
    id: await deletionMailId('account_deletion', deletion),
    user_id,
    to: user.email,
    ...mail,
  })
  const [kept] = await ctx.db
    .update(account_deletions)
    .set({ next_at: due_at })
    .where(and(eq(account_deletions.user_id, user_id), isNull(account_deletions.begun_at)))
    .returning({ user_id: account_deletions.user_id })
  if (!kept) await letPlanRenew(ctx, user, deletion)
}

/** The plan that the deletion ends, or that runs; null without one. */
async function readPlan({ db }: Ctx, user_id: string, ends_subscription: string | null) {
  const { stripe_subscription_id, ended_at } = subscriptions
  const counts = or(isNull(ended_at), eq(stripe_subscription_id, ends_subscription ?? ''))
  const [held] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), counts))
    .orderBy(asc(ended_at))
    .limit(1)
  return held ?? null
}

/** Null for a plan that a store bills: we do not end it. `due_at`: ms. */
async function endingPlan(
  ctx: Ctx,
  held: SubscriptionRow,
  { due_at, timezone }: { due_at: number; timezone: string | null },
) {
  if (!isBilledByStripe(held.payment_type)) return null
  const ends_at = held.ended_at === null ? subscriptionEndsAt(held) : null
  const refund = held.ended_at === null ? await readDeletionRefund(ctx, held, due_at) : 0
  return {
    name: `${ctx.settings.PRODUCT_NAME} ${TIER_NAMES[held.tier]}`,
    last_day: ends_at === null ? null : dayInMail(ends_at, timezone),
    before_account: ends_at !== null && ends_at <= due_at,
    refund: refund > 0 ? formatPrice(refund, held.currency) : null,
  }
}
