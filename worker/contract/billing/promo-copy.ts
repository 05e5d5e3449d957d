import { formatPrice } from './price-format.ts'

/** How long a promotion lasts: the first payment, a number of months, or forever. */
export type PromoTerm = { kind: 'once' } | { kind: 'months'; months: number } | { kind: 'forever' }

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
  if (term.kind === 'forever') return `${now} a ${interval}`
  const payments = term.kind === 'once' ? 1 : paymentsWithin(term.months, interval)
  const span = payments === 1 ? `the first ${interval}` : `the first ${payments} ${interval}s`
  return payments === 1
    ? `${now} for ${span}, then ${later} a ${interval}`
    : `${now} a ${interval} for ${span}, then ${later}`
}

/** A promotion of 3 months covers three monthly payments or the first yearly one. */
function paymentsWithin(months: number, interval: 'month' | 'year'): number {
  return interval === 'month' ? months : Math.ceil(months / 12)
}
