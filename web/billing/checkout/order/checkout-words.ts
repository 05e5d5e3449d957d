import { promoAt, type Charge, type Choice } from './checkout-charge.ts'
import { type SoldPlan, PLANS } from '../../../../worker/contract/tiers.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'

/** "Contact us" is a link to support. */
export const HELP_PROMPT = {
  before: "Please be sure you've correctly completed the form. ",
  link: 'Contact us',
  after: ' for help.',
} as const

export const UPGRADE = 'Upgrade'
export const UPGRADING = 'Upgrading...'

type Offered = { student: boolean; trial: number | null }

/** The button's label (§2.3). While busy, a trial reads "Submitting..." and a plan "Upgrading...". */
export function submitLabel({ student, trial }: Offered, busy: boolean): string {
  const tries = trial !== null && !student
  if (busy) return tries ? 'Submitting...' : UPGRADING
  return tries ? 'Try it free' : UPGRADE
}

/** The title above the prices; a student has only one price (§2.3). */
export function choiceTitle(student: boolean): string {
  return student ? 'Get started today' : 'Your plan'
}

/** The page's title. A student's price has no trial. */
export function checkoutTitle(trial: number | null, plan: SoldPlan): string {
  return trial === null ? `Upgrade to ${PLANS[plan].name}` : `Try ${PLANS[plan].name} free for ${inDays(trial)}`
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

export function planName({ plan_id, interval }: Charge['plan']): string {
  return `${PLANS[plan_id].name}, ${interval === 'month' ? 'monthly' : 'yearly'}`
}

/** A wallet's line: "Pro, monthly: $2.79, then $3.49 a month", "Pro, monthly, 7 days free, then $3.49 a month". */
export function walletLine(charge: Charge, { promo, trial }: Choice): string {
  const { plan, first, lowered } = charge
  const [now, later] = [first, plan.amount].map((amount) => formatPrice(amount, plan.currency))
  const copy = lowered !== 0 && promo ? promoAt(promo.answer, plan.interval).copy : null
  const prices = lowered === 1 ? `${now}, then ${later} a ${plan.interval}` : copy
  const name = planName(plan)
  if (trial === null) return prices === null ? name : `${name}: ${prices}`
  return `${name}, ${inDays(trial)} free${prices === null ? '' : `, then ${prices}`}`
}

/** The next payment and its date; `day` is that date in words. */
export function nextPayment({ plan }: Charge, { promo, trial }: Choice, day: string): string {
  const { copy, first } = promo ? promoAt(promo.answer, plan.interval) : { copy: null, first: null }
  const lowered = first === null ? null : copy
  const price = formatPrice(plan.amount, plan.currency)
  if (trial !== null) {
    const then = lowered ? `: ${sentence(lowered)}` : ` ${price} a ${plan.interval}.`
    return `Your free trial ends on ${day}. Unless you cancel before then, you pay${then}`
  }
  if (lowered) return `${sentence(lowered)} Your next payment is on ${day}.`
  return `Your next payment is ${price} on ${day}, then every ${plan.interval}.`
}

/** How to cancel. */
export function howToCancel({ trial }: Choice): string {
  return trial === null
    ? 'Cancel anytime in Settings, Billing. You keep your plan until the end of the paid period.'
    : 'Cancel before then in Settings, Billing, and you pay nothing.'
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
