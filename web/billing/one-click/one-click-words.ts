import { planPriceInWords } from '../../../worker/contract/billing/booked-change.ts'
import { formatPrice } from '../../../worker/contract/billing/price-format.ts'
import { PLANS, smallerPlan, type SoldPlan } from '../../../worker/contract/tiers.ts'
import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { dayInWords } from '../../ui/dates/dates.ts'
import type { SumLine } from '../checkout/order/sum-list.tsx'

/** The lines of today's charge; none on a trial, which is charged when it ends. */
export function sumOf(details: ProUpgradeDetails, plan: SoldPlan): SumLine[] {
  const { charged, credit, taken_back, balance, amount_today, interval, currency, trialing } = details
  if (trialing) return []
  const rest = charged - credit + taken_back + balance - amount_today
  const line = (label: string, amount: number) =>
    amount === 0 ? [] : [{ label, amount: formatPrice(amount, currency) }]
  return [
    ...line(`${PLANS[plan].name} for the rest of this ${interval}`, charged),
    ...line('Unused part of your plan', -credit),
    ...line('Already refunded or disputed', taken_back),
    ...line(rest > 0 ? 'Discounts and credit' : 'Taxes and earlier payments', -rest),
    ...line(balance > 0 ? 'Left over for your next payments' : 'Moved to your next payment', balance),
  ]
}

/** Says what happens after today: what is gone for good, the next payment and how to cancel. */
export function afterwards(details: ProUpgradeDetails, plan: SoldPlan, timeZone: string): string[] {
  const { takes_back, currency } = details
  return [
    ...whatIsGivenUp(details, plan),
    ...(takes_back
      ? [
          `Your change to ${planPriceInWords(takes_back, currency)} on ${dayInWords(takes_back.at, timeZone)} is taken back.`,
        ]
      : []),
    ...(details.resumes ? ['You canceled your plan. The upgrade resumes it.'] : []),
    nextPayment(details, PLANS[plan].name, dayInWords(details.next_charge_at, timeZone)),
    details.trialing || details.amount_today === 0
      ? 'Cancel anytime in Settings, Billing.'
      : 'The card on your plan is charged. Cancel anytime in Settings, Billing.',
  ]
}

function nextPayment(details: ProUpgradeDetails, name: string, day: string): string {
  const { formatted_pro_price: price, interval, balance, next_amount, currency, trialing } = details
  const next = formatPrice(next_amount, currency)
  const pay = `you pay ${next_amount === 0 ? 'nothing' : next}`
  const when = trialing ? `Your free trial continues until ${day}. After that ${pay}` : `On ${day} ${pay}`
  const usual = formatPrice(next_amount + Math.min(balance, 0), currency)
  // How long a discount lasts is not known here.
  if (usual !== price) return `${when}. Without discounts, ${name} is ${price} a ${interval}.`
  return `${when}, then ${next === price ? 'the same' : price} every ${interval}.`
}

/** Of a plan that is no longer sold: that it does not come back, and what the next smaller plan lacks. */
function whatIsGivenUp({ gives_up, interval, currency }: ProUpgradeDetails, plan: SoldPlan): string[] {
  const smaller = smallerPlan(plan)
  if (!gives_up || !smaller) return []
  const [had, has] = [PLANS[gives_up.tier], PLANS[smaller]]
  const lacks = [
    ...(had.queries && !has.queries ? ['without queries'] : []),
    ...(had.filter_code && !has.filter_code ? ['without filter code'] : []),
  ]
  const applets = has.applets === null ? 'any number of Applets' : `${has.applets} Applets at once`
  const rest = lacks.length > 0 ? `, ${new Intl.ListFormat('en-US').format(lacks)}` : ''
  return [
    `You give up ${PLANS[gives_up.tier].name} at ${formatPrice(gives_up.price_in_cents, currency)} a ${interval}. It is no longer sold, so you cannot get it back.`,
    `From ${PLANS[plan].name} you can only change to ${PLANS[smaller].name}: ${applets}${rest}.`,
  ]
}
