import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { SubscriptionRow } from '../../../billing/customer/billing-customer.ts'
import { subscriptionEndsAt } from '../../../billing/overview/subscription-end.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { isBilledByStripe, storeOf } from '../../../contract/billed-by.ts'
import { deletionRefundInWords } from '../../../contract/accounts/deletion-words.ts'
import { andLastChargeInWords } from '../../../contract/billing/last-charge.ts'
import { STORES } from '../../../contract/billing/store-billed.ts'
import { TIER_NAMES } from '../../../contract/tiers.ts'
import { account_deletions } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { makeEmailLink } from '../email-links.ts'
import { dayInMail } from '../../../messages/mail/day-in-mail.ts'
import { deletionMail, deletionMailId } from './deletion-mails.ts'
import { readDeletionMoney } from './deletion-money.ts'
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
  const ending = await readEnding(ctx, held, { ...user, due_at })
  const store = storeOf(held?.payment_type)
  const link = await makeEmailLink(ctx, 'undo_deletion', { user_id, email: user.email, state: String(requested_at) })
  const due = dayInMail(due_at, user.timezone)
  const mail = deletionMail({
    product: ctx.settings.PRODUCT_NAME,
    login: user.login,
    link,
    due,
    ...ending,
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

/** The plan that Stripe bills, and what is refunded, in words; a plan that a store bills is not ours to end. */
async function readEnding(
  ctx: Ctx,
  held: SubscriptionRow | null,
  {
    due_at,
    timezone,
    stripe_customer_id,
  }: { due_at: number; timezone: string | null; stripe_customer_id: string | null },
) {
  const plan = held && isBilledByStripe(held.payment_type) ? held : null
  const runs = plan !== null && plan.ended_at === null
  const money = await readDeletionMoney(ctx, stripe_customer_id, runs ? plan : null, due_at)
  const product = ctx.settings.PRODUCT_NAME
  const name = plan ? `${product} ${TIER_NAMES[plan.tier]}` : product
  const ends_at = runs ? subscriptionEndsAt(plan) : null
  return {
    plan: plan && {
      name,
      last_day: ends_at === null ? null : dayInMail(ends_at, timezone),
      before_account: ends_at !== null && ends_at <= due_at,
      no_more_charges: andLastChargeInWords(plan, money.next_charge),
    },
    refund: deletionRefundInWords(money, name, runs ? 'ends' : 'ended'),
  }
}
