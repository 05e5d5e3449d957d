import type { CreditReach } from '../../../../worker/contract/billing/billing-overview.ts'
import type { BillingInterval } from '../../../../worker/contract/tiers.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'

type Later = { price: number; currency: string; interval: BillingInterval; timeZone: string }

/** Says what credit pays, and the first payment that it leaves to the card. `price`: cents of each later period. */
export function creditReachInWords(card: CreditReach | null, { price, currency, interval, timeZone }: Later): string {
  if (!card) return 'It pays your next payments.'
  const charged = `your card is charged ${formatPrice(card.amount, currency)}`
  const then = card.amount === price ? ` a ${interval}` : `, then ${formatPrice(price, currency)} a ${interval}`
  const day = dayInWords(card.at, timeZone)
  switch (card.covered) {
    case 0:
      return `It lowers your next payment: on ${day} ${charged}${then}.`
    case 1:
      return `It pays your next payment. On ${day} ${charged}${then}.`
    default:
      return `It pays your next ${card.covered} payments. On ${day} ${charged}${then}.`
  }
}
