import { roundCents } from './proration.ts'

/** The amounts that coupons take off an invoice, line by line, so that the parts sum to the whole. */

export type Cut = {
  /** The discount's id. */
  discount: string
  percent_off: number | null
  amount_off: number | null
  /** The products of the coupon's `applies_to`; null is all. */
  products: string[] | null
}

type Discountable = { amount: number; discountable: boolean; product: string | null }
export type Taken = { discount: string; amount: number }

/** Takes each discount off each line. A discount applies to what the earlier ones left. */
export function takeOff(lines: Discountable[], cuts: Cut[]): Taken[][] {
  const left = lines.map((line) => line.amount)
  const taken: Taken[][] = lines.map(() => [])
  for (const cut of cuts) {
    const open = lines.map((line, index) => (appliesTo(cut, line) ? (left[index] ?? 0) : 0))
    for (const [index, amount] of share(cut, open).entries()) {
      if (amount === 0) continue
      left[index] = (left[index] ?? 0) - amount
      taken[index]?.push({ discount: cut.discount, amount })
    }
  }
  return taken
}

function appliesTo(cut: Cut, line: Discountable): boolean {
  if (!line.discountable || line.amount <= 0) return false
  return cut.products === null || (line.product !== null && cut.products.includes(line.product))
}

function share(cut: Cut, open: number[]): number[] {
  const { percent_off, amount_off } = cut
  if (percent_off !== null) return open.map((amount) => roundCents((amount * percent_off) / 100))
  return spread(amount_off ?? 0, open)
}

/** Spreads an amount over lines in proportion, at most their sum; the last line with an amount takes the odd cents. */
function spread(amount: number, open: number[]): number[] {
  const whole = open.reduce((sum, each) => sum + each, 0)
  let rest = Math.min(amount, whole)
  let holding = whole
  return open.map((each) => {
    const part = holding === 0 ? 0 : roundCents((rest * each) / holding)
    rest -= part
    holding -= each
    return part
  })
}

export function sumByDiscount(taken: Taken[][]): Taken[] {
  const sums = new Map<string, number>()
  for (const { discount, amount } of taken.flat()) sums.set(discount, (sums.get(discount) ?? 0) + amount)
  return Array.from(sums, ([discount, amount]) => ({ discount, amount }))
}
