import type { Period } from './billing-periods.ts'

/** Proration to the second (§4.3), in whole cents. */

/** Rounds halves away from zero, so that a credit and the same debit cancel out. */
export function roundCents(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount)) || 0
}

/** The part of `amount`, paid for the whole period, that remains from `at` to its end. */
export function worthFrom(amount: number, period: Period, at: number): number {
  const whole = period.end - period.start
  if (whole <= 0) return 0
  const left = Math.min(Math.max(period.end - at, 0), whole)
  return roundCents((amount * left) / whole)
}

/** An amount that an invoice line billed for a period, after discounts. */
type Billed = { amount: number; period: Period }

type PriceSwitch = { credit: number; debit: number }

/**
 * Prorates a change from what was billed to the new price of a whole `period`. The credit is the unused part of what
 * was really billed (flexible billing), so that a used-up discount is not paid out.
 */
export function switchAt(at: number, billed: Billed | null, next: Billed): PriceSwitch {
  return {
    credit: billed === null ? 0 : -worthFrom(billed.amount, billed.period, at) || 0,
    debit: worthFrom(next.amount, next.period, at),
  }
}
