import type { Charge, Credit, CreditRefundPart } from './billing-overview.ts'
import { cardInWords } from './card-words.ts'
import { formatPrice } from './price-format.ts'

/** "$20.00 to your Visa ending in 4242 and $10.54 to your Mastercard ending in 4444"; empty without refunds. */
export function refundsInWords(refunds: readonly CreditRefundPart[], currency: string): string {
  const sums = new Map<string, number>()
  for (const { amount, card } of refunds) {
    const to = card ? `your ${cardInWords(card)}` : 'the account that paid'
    sums.set(to, (sums.get(to) ?? 0) + amount)
  }
  const parts = [...sums].map(([to, amount]) => `${formatPrice(amount, currency)} to ${to}`)
  return new Intl.ListFormat('en-US').format(parts)
}

type Ending = 'renews' | 'ends' | 'ended'

/** What becomes of credit besides paying: what goes back to cards, what stays, what no card can take. */
export function creditEndsInWords(credit: Credit, state: Ending, plan: string): string[] {
  const { currency, refunds, kept, unplaced } = credit
  const back = refundsInWords(refunds, currency)
  const money = (amount: number) => formatPrice(amount, currency)
  const rest = kept < credit.amount
  const refunded: Record<Ending, string> = {
    renews: `If you cancel, we refund what is left when ${plan} ends.`,
    ends: `When ${plan} ends, we refund ${back}.`,
    ended: `We are refunding ${back}.`,
  }
  return [
    ...(back ? [refunded[state]] : []),
    ...(kept > 0 ? [`${rest ? money(kept) : 'It'} was given to you and stays for later payments.`] : []),
    ...(unplaced > 0 && state !== 'renews'
      ? [`No card can take back ${money(unplaced)}. Contact support to get it another way.`]
      : []),
  ]
}

/** "Your credit pays $3.49 of it."; empty without credit. */
export function creditUsedInWords({ credit, amount, currency }: Charge): string {
  if (credit === 0) return ''
  return amount === 0 ? 'Your credit pays for it.' : `Your credit pays ${formatPrice(credit, currency)} of it.`
}
