import type { Charge } from './billing-overview.ts'
import { formatPrice } from './price-format.ts'

type Plan = { current_period_end: number | null }

/** In the hour between a renewal and its charge, the charge is of the period that runs. */
export function isDue({ current_period_end }: Plan, charge: Charge | null): boolean {
  return charge !== null && current_period_end !== null && charge.at < current_period_end
}

/** "$3.49 for it is still due, and nothing after that." of a plan that ends, or is to; null if nothing is due. */
export function lastChargeInWords(plan: Plan, charge: Charge | null): string | null {
  if (!charge || charge.amount === 0 || !isDue(plan, charge)) return null
  return `${formatPrice(charge.amount, charge.currency)} for it is still due, and nothing after that.`
}

/** The same as the rest of a sentence: ", and you won't be charged again." if nothing is due. */
export function andLastChargeInWords(plan: Plan, charge: Charge | null): string {
  const due = lastChargeInWords(plan, charge)
  return due ? `. ${due}` : ", and you won't be charged again."
}
