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

/**
 * Says what becomes of credit besides paying: what goes back to cards, what stays unless the account goes, what no card
 * can take.
 */
export function creditEndsInWords(
  credit: Credit,
  state: Ending,
  plan: string,
  account: 'stays' | 'goes' = 'stays',
): string[] {
  const { currency, refunds, kept, unplaced } = credit
  const back = refundsInWords(refunds, currency)
  const money = (amount: number) => formatPrice(amount, currency)
  const refunded: Record<Ending, string> = {
    renews: `If you cancel, we refund what is left when ${plan} ends.`,
    ends: `When ${plan} ends, we refund ${back}.`,
    ended: `We are refunding ${back}.`,
  }
  const given = { stays: 'stays for later payments', goes: 'is lost with your account' }[account]
  return [
    ...(back ? [refunded[state]] : []),
    ...(kept > 0 ? [`${money(kept)} of credit was given to you and ${given}.`] : []),
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
