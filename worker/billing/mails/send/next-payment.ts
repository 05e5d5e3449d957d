import { cardInWords } from '../../../contract/billing/card-words.ts'
import type { Charge } from '../../../contract/billing/billing-overview.ts'
import { creditUsedInWords } from '../../../contract/billing/credit-words.ts'
import type { BookedTerms, PlanTerms } from '../../../contract/billing/money-mail.ts'
import { formatPrice } from '../../../contract/billing/price-format.ts'
import { PLANS } from '../../../contract/tiers.ts'
import { priceAt } from '../../credit/credit-reach.ts'
import { isLasting } from '../../promotions/next-promotions.ts'
import { nextCharge } from '../../overview/read-stripe-billing.ts'
import { bookedChange } from '../../subscription-schedule/next-plan.ts'
import { cardExpiresAt, payingCard } from '../../sync/paying-card.ts'
import { dayFor, isRunning, type Material } from './mail-material.ts'
import type { SubscriptionRow } from '../../../db/billing/user-subscriptions.ts'

/** The next charge as the billing page shows it, and the card that it goes to. `card_expires_at` in ms. */
export type NextPayment = { charge: Charge; card: string; card_expires_at: number | null }

type Told = Pick<Material, 'user'>

/** Null if nothing more is charged. */
export async function readNextPayment({
  ctx,
  stripe,
  user,
  held,
}: Pick<Material, 'ctx' | 'stripe' | 'user' | 'held'>): Promise<NextPayment | null> {
  const [customer, subscription] = [user.stripe_customer_id, held?.stripe_subscription_id]
  if (!customer || !held || !subscription || !isRunning(held)) return null
  const charge = await nextCharge({ stripe, customer, held, now: ctx.now() })
  if (!charge) return null
  const paid = await stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method'] })
  const card = await payingCard(stripe, paid)
  return { charge, card: card ? cardInWords(card) : 'card', card_expires_at: card && cardExpiresAt(card) }
}

/** Reads the terms that are booked to follow the plan; null if none are. */
export function bookedTerms(held: SubscriptionRow): BookedTerms | null {
  const next = bookedChange(held)
  return next && { tier: next.plan, payment_interval: next.interval, price_in_cents: next.price, at: next.at }
}

/** The terms that the next payment is for. */
export function termsThen(held: SubscriptionRow, { charge }: NextPayment): PlanTerms {
  const booked = bookedTerms(held)
  return booked && booked.at <= charge.at ? booked : held
}

/** "Pro for $3.49 a month"; with a next payment as in `priceInWords`. */
export function termsInWords(given: Told, terms: PlanTerms, currency: string, next: NextPayment | null): string {
  return `${PLANS[terms.tier].name} for ${priceInWords(given, terms, currency, next)}`
}

/** The price from the next payment on, with the promotions that last: "$8.99 a month with FOREVER10". */
export function priceInWords(given: Told, terms: PlanTerms, currency: string, next: NextPayment | null): string {
  const { price_in_cents: price, payment_interval } = terms
  const { at = 0, promotions = [] } = next?.charge ?? {}
  const from = (time: number): string => {
    const amount = priceAt({ price, promotions }, time)
    const sum = amount === 0 ? 'free' : `${formatPrice(amount, currency)} a ${payment_interval}`
    const lasting = promotions.filter((promotion) => isLasting(promotion, time))
    if (lasting.length === 0) return sum
    const names = `${sum} with ${new Intl.ListFormat('en-US').format(lasting.map(({ name }) => name))}`
    const end = Math.min(...lasting.map(({ ends_at }) => ends_at ?? Infinity))
    return end === Infinity ? names : `${names} until ${dayFor(given, end)}, then ${from(end)}`
  }
  return from(at)
}

/** "we charge $3.49 to your Visa ending in 4242" */
export function chargeInWords({ charge, card }: NextPayment): string {
  const { amount, currency, credit } = charge
  if (amount > 0) return `we charge ${formatPrice(amount, currency)} to your ${card}`
  return credit > 0 ? 'your credit pays for it' : 'nothing is charged'
}

/** " Your credit pays $0.82 of it."; empty where a charge is not lowered by credit. */
export function creditInWords({ charge }: NextPayment): string {
  return charge.amount > 0 && charge.credit > 0 ? ` ${creditUsedInWords(charge)}` : ''
}

/** "Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242." */
export function nextPaymentInWords(given: Told, next: NextPayment): string {
  const { amount, currency, at } = next.charge
  const day = dayFor(given, at)
  return amount > 0
    ? `Your next payment is ${formatPrice(amount, currency)} on ${day}, from your ${next.card}.${creditInWords(next)}`
    : `Your next payment is due on ${day}: ${chargeInWords(next)}.`
}

export function renewalInWords(held: SubscriptionRow, next: NextPayment): string {
  return `The plan renews every ${termsThen(held, next).payment_interval} until you cancel.`
}
