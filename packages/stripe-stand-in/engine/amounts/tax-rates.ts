import { roundCents } from './proration.ts'

/**
 * The taxes of the stand-in: one rate for each country, as an account would have them that is registered there and
 * nowhere else. Stripe Tax itself knows states, cities and kinds of goods.
 */
const PERCENT: Record<string, number> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CA: 5,
  CH: 8.1,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  SE: 25,
}

type Location = { country: string | null; postal_code: string | null; state: string | null }

/** Whether Stripe Tax knows where the customer is: the country, in the US the ZIP code, in Canada code or province. */
export function isTaxLocation(location: Location | null | undefined): location is Location & { country: string } {
  if (!location?.country || !/^[A-Z]{2}$/.test(location.country)) return false
  switch (location.country) {
    case 'US':
      return /^\d{5}(-\d{4})?$/.test(location.postal_code ?? '')
    case 'CA':
      return Boolean(location.state) || /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(location.postal_code ?? '')
    default:
      return true
  }
}

export function collectsTax(country: string): boolean {
  return Object.hasOwn(PERCENT, country)
}

export type Tax = { amount: number; behavior: 'inclusive' | 'exclusive'; taxable: number; country: string }

/** The tax in or on an amount in cents; null where none is collected. */
export function taxOf(amount: number, behavior: Tax['behavior'], country: string): Tax | null {
  const percent = PERCENT[country]
  if (percent === undefined || amount === 0) return null
  const inclusive = behavior === 'inclusive'
  const tax = roundCents((amount * percent) / (inclusive ? 100 + percent : 100))
  return { amount: tax, behavior, taxable: inclusive ? amount - tax : amount, country }
}
