import { currencyNote } from '../../../contract/billing/price-format.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import {
  billingLink,
  cancelLink,
  cardLink,
  dayFor,
  isRunning,
  nextTerms,
  planFor,
  readNextPayment,
  termsInWords,
  type Draft,
  type Material,
  type NextPayment,
} from './mail-material.ts'

type Held = NonNullable<Material['held']>

/** With amount, day and card. */
export async function writeTrialEnding(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found || found.held.status !== 'trialing') return 'dropped'
  const { held, next } = found
  const day = dayFor(given, next.at)
  const then = nextTerms(held)
  return {
    subject: `Your free trial of ${planFor(given)} ends on ${day}`,
    parts: [
      `Your free trial of ${planFor(given)} ends on ${day}. On that day we charge ${next.amount} to your ${next.card}.`,
      `Then your plan is ${termsInWords(then, held.currency)} and renews every ${then.payment_interval} until you cancel. If you cancel before ${day}, you pay nothing:`,
      cancelLink(given),
      currencyNote(held.currency),
    ],
  }
}

/** With amount, day and a link to cancel. */
export async function writeRenewal(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found || found.held.status !== 'active') return 'dropped'
  const { held, next } = found
  const day = dayFor(given, next.at)
  const change = held.next_plan === null ? null : termsInWords(nextTerms(held), held.currency)
  return {
    subject: change
      ? `Your yearly plan changes on ${day} to ${change}`
      : `${planFor(given)} renews on ${day} for ${next.amount}`,
    parts: [
      `Your yearly plan, ${planFor(given)}, ${change ? `changes on ${day} to ${change}` : `renews on ${day}`}. On that day we charge ${next.amount} to your ${next.card}.`,
      `If you do not want ${change ? 'that' : 'another year'}, cancel before then. You keep your plan until that day:`,
      cancelLink(given),
      currencyNote(held.currency),
    ],
  }
}

export async function writeCardExpiring(given: Material): Promise<Draft> {
  const found = await readAnnounced(given)
  if (!found || found.next.card_expires_at === null || found.next.card_expires_at > found.next.at) return 'dropped'
  const { held, next } = found
  return {
    subject: `Your card expires before your next payment for ${planFor(given)}`,
    parts: [
      `Your ${next.card} expires before your next payment: ${next.amount} on ${dayFor(given, next.at)}.`,
      `Please change your card before then, so that you keep ${planFor(given)}:`,
      cardLink(given, 'Change your card'),
      currencyNote(held.currency),
    ],
  }
}

/** The payment that a reminder announces; null if the plan ends by now, or renews on another day. */
async function readAnnounced(given: Material): Promise<{ held: Held; next: NextPayment } | null> {
  const { row, held, ctx } = given
  const next = await readNextPayment(given)
  return held && next && String(next.at) === row.subject && next.at > ctx.now() ? { held, next } : null
}

export async function writePlanChange(given: Material): Promise<Draft> {
  const { row, held } = given
  if (!held || !row.before || !isRunning(held)) return 'dropped'
  const [now, before] = [termsInWords(held, held.currency), termsInWords(row.before, held.currency)]
  if (now === before) return 'dropped'
  const next = await readNextPayment(given)
  const renews = next
    ? ` Your next payment is ${next.amount} on ${dayFor(given, next.at)}, from your ${next.card}. ${renewsInWords(held)}`
    : ''
  return {
    subject: `Your ${given.ctx.settings.PRODUCT_NAME} plan is now ${now}`,
    parts: [
      `Your plan is now ${now}. Before, it was ${before}.${renews}`,
      billingLink(given, 'See your plan and receipts'),
      cancelLink(given),
      currencyNote(held.currency),
    ],
  }
}

function renewsInWords(held: Held): string {
  const then = nextTerms(held)
  return held.next_plan === null
    ? `The plan renews every ${held.payment_interval} until you cancel.`
    : `From then on your plan is ${termsInWords(then, held.currency)} and renews every ${then.payment_interval} until you cancel.`
}

/** With the last day. */
export async function writeCancellation(given: Material): Promise<Draft> {
  const { held } = given
  const plan = planFor(given)
  const ended = held?.status === 'canceled' ? held.ended_at : null
  const at = ended ?? (held && subscriptionEndsAt(held))
  if (!at) return 'dropped'
  const day = dayFor(given, at)
  return ended === null
    ? {
        subject: `${plan} is canceled: your last day is ${day}`,
        parts: [
          `You keep ${plan} until ${day}, and you won't be charged again. Then you move to Free.`,
          'If you change your mind, you can resume your plan until that day:',
          billingLink(given, 'Resume your plan'),
        ],
      }
    : {
        subject: `${plan} ended on ${day}`,
        parts: [
          `${plan} ended on ${day}, and you won't be charged for it again.`,
          billingLink(given, 'See your plans'),
        ],
      }
}
