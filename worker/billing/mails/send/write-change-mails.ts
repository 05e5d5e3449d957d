import type { Promotion } from '../../../contract/billing/applied-promotion.ts'
import type { BeforeChange, BookedTerms, PlanTerms } from '../../../contract/billing/money-mail.ts'
import { currencyNote } from '../../../contract/billing/price-format.ts'
import type { MailPart } from '../../../messages/mail/mails.ts'
import { isLasting } from '../../promotions/next-promotions.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { billingLink, cancelLink, dayFor, isRunning, planFor, type Draft, type Material } from './mail-material.ts'
import {
  bookedTerms,
  nextPaymentInWords,
  priceInWords,
  readNextPayment,
  renewalInWords,
  termsInWords,
  termsThen,
  type NextPayment,
} from './next-payment.ts'
import { readNextChange } from '../../../db/billing/noted-money-mails.ts'
import type { SubscriptionRow } from '../../../db/billing/user-subscriptions.ts'

type State = Exclude<BeforeChange, { lost: Promotion }>
/** `next`: null if nothing more is charged. */
type Change = Material & { held: SubscriptionRow; next: NextPayment | null }

/**
 * The plan's terms, what is booked, or that it goes on. Says what this snapshot changed, if that is still so; what a
 * later one changed has a row of its own.
 */
export async function writePlanChange(given: Material): Promise<Draft> {
  const { row, held } = given
  if (!held || !row.before || !isRunning(held)) return 'dropped'
  const change = { ...given, held, next: await readNextPayment(given) }
  if ('lost' in row.before) return writeLostPromotion(change, row.before.lost)
  const { before } = row
  const now = stateNow(held)
  const after = (await readStateAfter(given)) ?? now
  if (!isSameTerms(after, now)) return 'dropped'
  if (!isSameTerms(before, now)) return writeNewTerms(change, before)
  if (now.ends_at !== null || !isSameBooking(after.booked, now.booked)) return 'dropped'
  if (!isSameBooking(before.booked, now.booked)) {
    return now.booked ? writeBooked(change, now.booked, before.booked) : writeKept(change, before.booked)
  }
  return before.ends_at && !after.ends_at ? writeResumed(change, before.ends_at) : 'dropped'
}

function stateNow(held: SubscriptionRow) {
  return { ...held, ends_at: subscriptionEndsAt(held), booked: bookedTerms(held) }
}

/** Reads the state that the next change found; null if there was none. */
async function readStateAfter({ ctx, row }: Material): Promise<State | null> {
  const later = await readNextChange(ctx, row)
  return later && !('lost' in later) ? later : null
}

function isSameTerms(a: PlanTerms, b: PlanTerms): boolean {
  return a.tier === b.tier && a.payment_interval === b.payment_interval && a.price_in_cents === b.price_in_cents
}

function isSameBooking(a: BookedTerms | null, b: BookedTerms | null): boolean {
  return a === b || (a !== null && b !== null && a.at === b.at && isSameTerms(a, b))
}

function writeNewTerms(change: Change, before: PlanTerms): Draft {
  const { held, next, ctx } = change
  const now = termsInWords(change, held, held.currency, next)
  return {
    subject: `Your ${ctx.settings.PRODUCT_NAME} plan is now ${now}`,
    parts: [
      `Your plan is now ${now}. Before, it was ${termsInWords(change, before, held.currency, null)}.`,
      ...howItGoesOn(change, 'See your plan and receipts'),
    ],
  }
}

/** `replaced`: what was booked before. */
function writeBooked(change: Change, booked: BookedTerms, replaced: BookedTerms | null): Draft {
  const { held, next } = change
  const [plan, day] = [planFor(change), dayFor(change, booked.at)]
  const price = priceInWords(change, booked, held.currency, next)
  const terms = termsInWords(change, booked, held.currency, next)
  const isSamePlan = booked.tier === held.tier
  const instead = replaced
    ? ` This replaces your change to ${termsInWords(change, replaced, held.currency, null)}.`
    : ''
  return {
    subject: isSamePlan ? `From ${day} you pay ${price} for ${plan}` : `${plan} changes to ${terms} on ${day}`,
    parts: [
      isSamePlan
        ? `From ${day} you pay ${price} for ${plan}. Until then nothing changes.${instead}`
        : `You keep ${plan} until ${day}. From then on your plan is ${terms}.${instead}`,
      ...howItGoesOn(change, 'See your plan', 'You can take this back until then:'),
    ],
  }
}

function writeKept(change: Change, revoked: BookedTerms | null): Draft {
  const { held, next } = change
  if (!revoked) return 'dropped'
  const gone = `${termsInWords(change, revoked, held.currency, null)} on ${dayFor(change, revoked.at)}`
  return {
    subject: `You keep ${planFor(change)}`,
    parts: [
      `Your plan no longer changes to ${gone}. It stays ${termsInWords(change, held, held.currency, next)}.`,
      ...howItGoesOn(change, 'See your plan'),
    ],
  }
}

function writeResumed(change: Change, ended_at: number): Draft {
  const { held, next } = change
  const plan = planFor(change)
  return {
    subject: `${plan} continues`,
    parts: [
      `${plan} no longer ends on ${dayFor(change, ended_at)}. Your plan is ${termsInWords(change, held, held.currency, next)}.`,
      ...howItGoesOn(change, 'See your plan'),
    ],
  }
}

/** Of a promotion that would have lowered the next payment, and was taken away at Stripe. */
function writeLostPromotion(change: Change, lost: Promotion): Draft {
  const { held, next, ctx } = change
  const once = lost.lasts === 'once'
  if (!next || subscriptionEndsAt(held) !== null || !(once || isLasting(lost, next.charge.at))) return 'dropped'
  if (next.charge.promotions.some(({ name }) => name === lost.name)) return 'dropped'
  if (once) {
    return {
      subject: `${lost.name} no longer lowers your next payment`,
      parts: [
        `${lost.name} no longer lowers your next payment for ${planFor(change)}.`,
        ...howItGoesOn(change, 'See your plan'),
      ],
    }
  }
  const now = termsInWords(change, termsThen(held, next), held.currency, next)
  return {
    subject: `Your ${ctx.settings.PRODUCT_NAME} plan is now ${now}`,
    parts: [
      `${lost.name} no longer lowers your payments. Your plan is now ${now}.`,
      ...howItGoesOn(change, 'See your plan'),
    ],
  }
}

/** The next payment, the renewal, and how to change or cancel it. `before`: what leads to the links. */
function howItGoesOn(change: Change, label: string, ...before: readonly string[]): MailPart[] {
  const { held, next } = change
  const goesOn = next && subscriptionEndsAt(held) === null
  return [
    ...(goesOn ? [`${nextPaymentInWords(change, next)} ${renewalInWords(held, next)}`] : []),
    ...before,
    billingLink(change, label),
    cancelLink(change),
    currencyNote(held.currency),
  ]
}
