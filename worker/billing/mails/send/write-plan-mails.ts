import { creditEndsInWords } from '../../../contract/billing/credit-words.ts'
import { andLastChargeInWords } from '../../../contract/billing/last-charge.ts'
import { currencyNote, formatPrice } from '../../../contract/billing/price-format.ts'
import { readCredit } from '../../credit/read-credit.ts'
import { readEndedByDispute } from '../../disputes/ended-by-dispute.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { billingLink, cancelLink, cardLink, dayFor, planFor, type Draft, type Material } from './mail-material.ts'
import {
  bookedTerms,
  chargeInWords,
  creditInWords,
  readNextPayment,
  termsInWords,
  termsThen,
  type NextPayment,
} from './next-payment.ts'
import { hasOpenReview } from '../../../db/billing/credit-refunds.ts'
import type { SubscriptionRow } from '../../../db/billing/user-subscriptions.ts'

type Announced = { held: SubscriptionRow; next: NextPayment; day: string }

/** With amount, day and card. */
export async function writeTrialEnding(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found || found.held.status !== 'trialing') return 'dropped'
  const { held, next, day } = found
  const terms = termsThen(held, next)
  return {
    subject: `Your free trial of ${planFor(given)} ends on ${day}`,
    parts: [
      `Your free trial of ${planFor(given)} ends on ${day}. On that day ${chargeInWords(next)}.${creditInWords(next)}`,
      `Then your plan is ${termsInWords(given, terms, held.currency, next)}. It renews every ${terms.payment_interval} until you cancel. If you cancel before ${day}, you pay nothing:`,
      cancelLink(given),
      currencyNote(held.currency),
    ],
  }
}

/** With amount, day and a link to cancel. */
export async function writeRenewal(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found || found.held.status !== 'active') return 'dropped'
  const { held, next, day } = found
  const { amount, currency } = next.charge
  const changes = bookedTerms(held) !== null
  const terms = termsInWords(given, termsThen(held, next), held.currency, next)
  return {
    subject: changes
      ? `Your yearly plan changes on ${day} to ${terms}`
      : `${planFor(given)} renews on ${day}${amount > 0 ? ` for ${formatPrice(amount, currency)}` : ''}`,
    parts: [
      `Your yearly plan, ${planFor(given)}, ${changes ? 'changes' : 'renews'} on ${day}. On that day ${chargeInWords(next)}.${creditInWords(next)} From then on your plan is ${terms}.`,
      'If you do not want to go on, cancel before then. You keep your plan until that day:',
      cancelLink(given),
      currencyNote(held.currency),
    ],
  }
}

/** Not if credit pays the next payment: the card is not needed then. */
export async function writeCardExpiring(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found) return 'dropped'
  const { held, next, day } = found
  const { charge, card, card_expires_at } = next
  if (charge.amount === 0 || card_expires_at === null || card_expires_at > charge.at) return 'dropped'
  return {
    subject: `Your card expires before your next payment for ${planFor(given)}`,
    parts: [
      `Your ${card} expires before your next payment: ${formatPrice(charge.amount, charge.currency)} on ${day}.`,
      `Please change your card before then, so that you keep ${planFor(given)}:`,
      cardLink(given, 'Change your card'),
      currencyNote(held.currency),
    ],
  }
}

/** The payment that a reminder announces; null if the plan ends by now, or renews on another day. */
async function readAnnounced(given: Material): Promise<Announced | null> {
  const { row, held, ctx } = given
  const next = await readNextPayment(given)
  const at = next?.charge.at ?? 0
  return held && next && String(at) === row.subject && at > ctx.now() ? { held, next, day: dayFor(given, at) } : null
}

/** With the last day, and what is refunded then. */
export async function writeCancellation(given: Material): Promise<Draft> {
  const { held, stripe, row } = given
  const plan = planFor(given)
  const ended = held?.status === 'canceled' ? held.ended_at : null
  const at = ended ?? (held && subscriptionEndsAt(held))
  if (!at) return 'dropped'
  const day = dayFor(given, at)
  if (ended !== null && (await readEndedByDispute(stripe, row.subscription))) {
    return {
      subject: `${plan} ended on ${day}, because a payment was disputed`,
      parts: [
        `Your bank took back a payment for ${plan}, as you or the card's owner asked. So your plan ended on ${day}, and you won't be charged for it again.`,
        'You have our free plan now, and your Applets over its limits are paused. If this was a mistake, you can subscribe again:',
        billingLink(given, 'See your plans'),
      ],
    }
  }
  const refund = await refundInWords(given, ended === null ? 'ends' : 'ended')
  if (held === null || ended !== null) {
    return {
      subject: `${plan} ended on ${day}`,
      parts: [
        `${plan} ended on ${day}, and you won't be charged for it again.`,
        ...refund,
        billingLink(given, 'See your plans'),
      ],
    }
  }
  const next = await readNextPayment(given)
  return {
    subject: `${plan} is canceled: your last day is ${day}`,
    parts: [
      `You keep ${plan} until ${day}${andLastChargeInWords(held, next?.charge ?? null)} Then you move to Free.`,
      ...refund,
      'If you change your mind, you can resume your plan until that day:',
      billingLink(given, 'Resume your plan'),
    ],
  }
}

/** As the question before canceling said it. */
async function refundInWords(given: Material, state: 'ends' | 'ended'): Promise<string[]> {
  const { ctx, stripe, user } = given
  const customer = user.stripe_customer_id
  if (!customer) return []
  const isWaiting = async () => state === 'ends' || hasOpenReview(ctx, customer)
  const credit = await readCredit(stripe, await stripe.customers.retrieve(customer), isWaiting)
  return credit ? creditEndsInWords(credit, state, planFor(given)) : []
}
