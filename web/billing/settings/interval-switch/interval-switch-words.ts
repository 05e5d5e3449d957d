import type { BillingPlan, SwitchPreview } from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import type { SumLine } from '../../checkout/order/sum-list.tsx'
import { creditReachInWords } from '../credit/credit-words.ts'
import { planName } from '../overview/billing-words.ts'

/** The lines of today's charge; none on a trial, which is charged when it ends. */
export function switchLines(plan: BillingPlan, preview: SwitchPreview): SumLine[] {
  const { interval, price, credit, amount_today, balance, currency } = preview
  if (plan.status === 'trialing') return []
  const money = (amount: number) => formatPrice(amount, currency)
  const rest = price - credit + balance - amount_today
  return [
    { label: `${planName(plan)}, a ${interval}`, amount: money(price) },
    ...(credit > 0 ? [{ label: `Unused part of your ${plan.interval}`, amount: money(-credit) }] : []),
    ...(rest > 0 ? [{ label: 'Discounts and older credit', amount: money(-rest) }] : []),
    ...(rest < 0 ? [{ label: 'Taxes', amount: money(-rest) }] : []),
    ...(balance > 0 ? [{ label: 'Left over as credit', amount: money(balance) }] : []),
  ]
}

/** What happens after today: the next payment, and the first that the card pays. */
export function afterSwitch(plan: BillingPlan, preview: SwitchPreview, timeZone: string): string[] {
  const { interval, price, balance, currency, next_charge_at, card } = preview
  const day = dayInWords(next_charge_at, timeZone)
  if (balance > 0) {
    return [
      `Your next payment is due on ${day}. Your credit of ${formatPrice(balance, currency)} comes first.`,
      creditReachInWords(card, { price, currency, interval, timeZone }),
      'You can cancel anytime. What is left of your credit is then refunded.',
    ]
  }
  const begins = plan.status === 'trialing' ? 'Your trial continues. From' : 'From'
  return [`${begins} ${day} you pay ${formatPrice(price, currency)} a ${interval} until you cancel.`]
}
