import type { PromoTerm } from './checkout.ts'
import { formatPrice } from './price-format.ts'

type Given = {
  /** The first payment with the promotion and the full price, in cents. */
  first: number
  full: number
  currency: string
  interval: 'month' | 'year'
  term: PromoTerm
}

/** A price with a promo code, to the cent: "$2.79 for the first month, then $3.49 a month" (§4.4). */
export function promoCopy({ first, full, currency, interval, term }: Given): string {
  const [now, later] = [formatPrice(first, currency), formatPrice(full, currency)]
  const payments = promoPayments(term, interval)
  if (payments === null) return `${now} a ${interval}`
  const span = payments === 1 ? `the first ${interval}` : `the first ${payments} ${interval}s`
  return payments === 1
    ? `${now} for ${span}, then ${later} a ${interval}`
    : `${now} a ${interval} for ${span}, then ${later}`
}

/** How many payments a promotion lowers, null for all. One of 3 months covers three monthly payments or the first yearly one. */
export function promoPayments(term: PromoTerm, interval: 'month' | 'year'): number | null {
  switch (term.kind) {
    case 'once':
      return 1
    case 'months':
      return interval === 'month' ? term.months : Math.ceil(term.months / 12)
    case 'forever':
      return null
  }
}
