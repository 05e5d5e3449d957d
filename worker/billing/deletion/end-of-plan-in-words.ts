import type { Payer, PlanDeletion, PlanEndInWords } from '../../system/context/account-parts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { isBilledByStripe, storeOf } from '../../contract/billed-by.ts'
import { deletionRefundInWords } from '../../contract/accounts/deletion-words.ts'
import { andLastChargeInWords } from '../../contract/billing/last-charge.ts'
import { STORES } from '../../contract/billing/store-billed.ts'
import { PLANS } from '../../contract/tiers.ts'
import { dayInMail } from '../../messages/mail/mails.ts'
import { subscriptionEndsAt } from '../overview/subscription-end.ts'
import { readDeletionMoney } from './deletion-money.ts'
import { readPlanInDeletion } from '../../db/billing/user-subscriptions.ts'

/** For the mail about a deletion: the plan that Stripe bills and what is refunded, or who bills a plan that is not ours to end. */
export async function endOfPlanInWords(
  ctx: Ctx,
  { id, timezone, stripe_customer_id }: Payer & { timezone: string | null },
  { due_at, ends_subscription }: PlanDeletion,
): Promise<PlanEndInWords> {
  const held = await readPlanInDeletion(ctx, id, ends_subscription)
  const store = storeOf(held?.payment_type)
  const plan = held && isBilledByStripe(held.payment_type) ? held : null
  const runs = plan !== null && plan.ended_at === null
  const money = await readDeletionMoney(ctx, stripe_customer_id, runs ? plan : null, due_at)
  const product = ctx.settings.PRODUCT_NAME
  const name = plan ? `${product} ${PLANS[plan.tier].name}` : product
  const ends_at = runs ? subscriptionEndsAt(plan) : null
  return {
    plan: plan && {
      name,
      last_day: ends_at === null ? null : dayInMail(ends_at, timezone),
      before_account: ends_at !== null && ends_at <= due_at,
      no_more_charges: andLastChargeInWords(plan, money.next_charge),
    },
    refund: deletionRefundInWords(money, name, runs ? 'ends' : 'ended'),
    // As they know it.
    store: store && STORES[store].name,
  }
}
