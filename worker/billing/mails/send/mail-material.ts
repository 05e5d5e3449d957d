import type Stripe from 'stripe'
import type { Ctx } from '../../../context/context.ts'
import { cardInWords } from '../../../contract/billing/card-words.ts'
import { BILLING_PATH } from '../../../contract/billing/billing-overview.ts'
import { billingQuestionPath, type PlanTerms } from '../../../contract/billing/money-mail.ts'
import { formatPrice } from '../../../contract/billing/price-format.ts'
import { TIER_NAMES } from '../../../contract/tiers.ts'
import type { users } from '../../../db/schema/accounts.ts'
import type { money_mails } from '../../../db/schema/money-mails.ts'
import type { MailPart } from '../../../messages/mails.ts'
import { dayInMail } from '../../../messages/day-in-mail.ts'
import type { SubscriptionRow } from '../../customer/billing-customer.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { bookedChange } from '../../subscription-schedule/next-plan.ts'
import { whatRenews } from '../../subscription-schedule/what-renews.ts'
import { cardExpiresAt, payingCard } from '../../sync/paying-card.ts'

/**
 * A mail's subject and paragraphs. `wait`: it cannot be said yet; `dropped`: it is no longer true; `left_to_stripe`: the
 * operator lets Stripe say it.
 */
export type Draft = { subject: string; parts: MailPart[] } | 'wait' | 'dropped' | 'left_to_stripe'

/** What a mail is written from. `held`: the subscription as D1 has it, null if it has none. */
export type Material = {
  ctx: Ctx
  stripe: Stripe
  row: typeof money_mails.$inferSelect
  user: typeof users.$inferSelect
  held: SubscriptionRow | null
}

/** The next charge exactly as Stripe will make it: `amount` in words, `at` and `card_expires_at` in ms. */
export type NextPayment = { amount: string; at: number; card: string; card_expires_at: number | null }

/** Null if nothing more is charged. */
export async function readNextPayment({ stripe, user, held }: Material): Promise<NextPayment | null> {
  if (!held || held.current_period_end === null || !isRunning(held) || subscriptionEndsAt(held) !== null) return null
  const [customer, subscription] = [user.stripe_customer_id, held.stripe_subscription_id]
  if (!customer || !subscription) return null
  const [{ amount_due, currency }, paid] = await Promise.all([
    stripe.invoices.createPreview({ customer, ...whatRenews(held, subscription) }),
    stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method'] }),
  ])
  const card = await payingCard(stripe, paid)
  return {
    amount: formatPrice(amount_due, currency),
    at: held.current_period_end,
    card: card ? cardInWords(card) : 'card',
    card_expires_at: card && cardExpiresAt(card),
  }
}

/** Paid for, or on a trial whose card is authenticated. */
export function isRunning({ status, card_authenticated }: SubscriptionRow): boolean {
  return status === 'active' || (status === 'trialing' && card_authenticated)
}

/** "April 1, 2026", in the user's zone. */
export function dayFor({ user }: Pick<Material, 'user'>, at: number): string {
  return dayInMail(at, user.timezone)
}

/** "Switchyard Pro" */
export function planFor({ ctx, held }: Pick<Material, 'ctx' | 'held'>): string {
  const product = ctx.settings.PRODUCT_NAME
  return held ? `${product} ${TIER_NAMES[held.tier]}` : product
}

/** "Pro for $3.49 a month" */
export function termsInWords(terms: PlanTerms, currency: string): string {
  return `${TIER_NAMES[terms.tier]} for ${formatPrice(terms.price_in_cents, currency)} a ${terms.payment_interval}`
}

/** What the plan costs from its next payment on: a booked change begins then. */
export function nextTerms(held: SubscriptionRow): PlanTerms {
  const booked = bookedChange(held)
  return booked ? { tier: booked.plan, payment_interval: booked.interval, price_in_cents: booked.price } : held
}

export function linkTo({ ctx }: Pick<Material, 'ctx'>, label: string, path: string): MailPart {
  return { label, link: ctx.settings.SITE_ORIGIN + path }
}

export function cancelLink(given: Material): MailPart {
  return linkTo(given, 'Cancel your plan', billingQuestionPath('cancel'))
}

export function cardLink(given: Material, label: string): MailPart {
  return linkTo(given, label, billingQuestionPath('card'))
}

export function billingLink(given: Material, label: string): MailPart {
  return linkTo(given, label, BILLING_PATH)
}
