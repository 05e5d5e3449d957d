import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { storeOf, type BilledBy } from '../../contract/billed-by.ts'
import { formatPrice } from '../../contract/billing/price-format.ts'
import { STORES } from '../../contract/billing/store-billed.ts'
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
  const { ended } = await setPlanToEnd(ctx, user, ends_subscription)
  const plan = await livePlan(ctx, user_id)
  const refund = plan ? await readDeletionRefund(ctx, plan, due_at) : 0
  const link = await makeEmailLink(ctx, 'undo_deletion', { user_id, email: user.email, state: String(requested_at) })
  const due = dayInMail(due_at, user.timezone)
  const mail = deletionMail({
    product: ctx.settings.PRODUCT_NAME,
    login: user.login,
    link,
    due,
    store: storeNameOf(plan?.billed_by),
    plan_ended: ended,
    refund: plan && refund > 0 ? formatPrice(refund, plan.currency) : null,
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

async function livePlan({ db }: Ctx, user_id: string) {
  const { payment_type, payment_interval, stripe_subscription_id, status, currency, ended_at } = subscriptions
  const [plan] = await db
    .select({ billed_by: payment_type, payment_interval, stripe_subscription_id, status, currency })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), isNull(ended_at)))
  return plan ?? null
}

/** The store that bills a plan, as its user knows it. */
function storeNameOf(billed_by: BilledBy | undefined): string | null {
  const store = storeOf(billed_by)
  return store ? STORES[store].name : null
}
