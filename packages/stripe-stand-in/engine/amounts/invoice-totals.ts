import type { Taken } from './discount-amounts.ts'
import { sumByDiscount } from './discount-amounts.ts'

/** Below 50 cents Stripe charges nothing and carries the amount over in the customer's balance. */
export const MINIMUM_CHARGE = 50

type Totals = {
  subtotal: number
  total: number
  amount_due: number
  /** The customer's balance after this invoice; a negative balance is credit. */
  ending_balance: number
  total_discount_amounts: Taken[]
}

/** Computes an invoice's totals from line amounts, discounts, the starting balance and the taxes on top. */
export function totalsOf(amounts: number[], taken: Taken[][], starting_balance: number, added = 0): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const total_discount_amounts = sumByDiscount(taken)
  const total = total_discount_amounts.reduce((sum, { amount }) => sum - amount, subtotal) + added
  const wanted = total + starting_balance
  const amount_due = wanted >= MINIMUM_CHARGE ? wanted : 0
  return { subtotal, total, amount_due, ending_balance: wanted - amount_due, total_discount_amounts }
}
