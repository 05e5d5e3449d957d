import type { Period } from './billing-periods.ts'

/** Proration to the second (§4.3): what a part of a period is worth, in whole cents. */

/** Halves go away from zero, so that a credit and the same debit cancel out. */
export function roundCents(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount)) || 0
}

/** What `amount`, paid for the whole period, is worth from `at` to its end. */
export function worthFrom(amount: number, period: Period, at: number): number {
  const whole = period.end - period.start
  if (whole <= 0) return 0
  const left = Math.min(Math.max(period.end - at, 0), whole)
  return roundCents((amount * left) / whole)
}

/** What was billed for a stretch of time: a line of an invoice after its discounts. */
export type Billed = { amount: number; period: Period }

export type PriceSwitch = { credit: number; debit: number }

/**
 * Leaving what was billed for what a whole `period` of the new price costs. The credit is the unused part of what was
 * really billed (flexible billing), so that a discount that has been used up is not paid out.
 */
export function switchAt(at: number, billed: Billed | null, next: Billed): PriceSwitch {
  return {
    credit: billed === null ? 0 : -worthFrom(billed.amount, billed.period, at) || 0,
    debit: worthFrom(next.amount, next.period, at),
  }
}
