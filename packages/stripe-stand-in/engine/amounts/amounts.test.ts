import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeOff } from './discount-amounts.ts'
import type { Cut } from './discount-amounts.ts'
import { roundCents, switchAt, worthFrom } from './proration.ts'
import { totalsOf } from './invoice-totals.ts'

const cents = fc.integer({ min: 0, max: 20_000 })
const instant = fc.integer({ min: 0, max: 2_678_400 })
const month = { start: 0, end: 2_678_400 }

describe('proration to the second', () => {
  test('prorates half a month of $3.49 to $9.99', () => {
    const at = month.end / 2
    expect(switchAt(at, { amount: 349, period: month }, { amount: 999, period: month })).toEqual({
      credit: -175,
      debit: 500,
    })
  })

  test('prorates everything at the first second, nothing at the last', () => {
    expect(worthFrom(999, month, 0)).toBe(999)
    expect(worthFrom(999, month, month.end)).toBe(0)
    expect(worthFrom(999, { start: 5, end: 5 }, 5)).toBe(0)
  })

  test('credits at most what was billed, debits at most the price', () => {
    fc.assert(
      fc.property(cents, cents, instant, (from, to, at) => {
        const { credit, debit } = switchAt(at, { amount: from, period: month }, { amount: to, period: month })
        expect(-credit).toBeLessThanOrEqual(from)
        expect(debit).toBeLessThanOrEqual(to)
      }),
    )
  })

  test('a switch and back sums to the elapsed seconds', () => {
    fc.assert(
      fc.property(cents, cents, instant, instant, (from, to, one, other) => {
        const [there, back] = [Math.min(one, other), Math.max(one, other)]
        const away = switchAt(there, { amount: from, period: month }, { amount: to, period: month })
        const rest = { start: there, end: month.end }
        const home = switchAt(back, { amount: away.debit, period: rest }, { amount: from, period: month })
        const sum = from + away.credit + away.debit + home.credit + home.debit
        const exact = from + ((to - from) * (back - there)) / month.end
        // Each of the four lines is off by at most half a cent, and the debits' errors shrink with the credit on them.
        expect(Math.abs(sum - exact)).toBeLessThanOrEqual(2)
        expect(
          Math.abs(away.credit + away.debit - ((to - from) * (month.end - there)) / month.end),
        ).toBeLessThanOrEqual(1)
        expect(
          Math.abs(home.credit + home.debit - ((from * (month.end - back)) / month.end - creditable())),
        ).toBeLessThanOrEqual(1)

        function creditable(): number {
          return there === month.end ? 0 : (away.debit * (month.end - back)) / (month.end - there)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('rounds halves away from zero, so credit and debit cancel', () => {
    expect(roundCents(-0.5)).toBe(-1)
    expect(roundCents(0.5)).toBe(1)
    expect(Object.is(roundCents(-0.2), 0)).toBe(true)
  })
})

describe('discounts', () => {
  const line = (amount: number, product = 'prod_pro') => ({ amount, discountable: true, product })
  const percent = (percent_off: number, products: string[] | null = null): Cut => ({
    discount: `di_${percent_off}`,
    percent_off,
    amount_off: null,
    products,
  })
  const amount = (amount_off: number): Cut => ({
    discount: `di_${amount_off}`,
    percent_off: null,
    amount_off,
    products: null,
  })

  test('takes 70 cents off $3.49 at 20 %', () => {
    expect(takeOff([line(349)], [percent(20)])).toEqual([[{ discount: 'di_20', amount: 70 }]])
    expect(takeOff([line(9999)], [percent(10)])).toEqual([[{ discount: 'di_10', amount: 1000 }]])
  })

  test("discounts only the coupon's product, and no credits", () => {
    const lines = [line(1000), line(1000, 'prod_other'), line(-500), { ...line(700), discountable: false }]
    expect(takeOff(lines, [percent(50, ['prod_pro'])]).map((each) => each.length)).toEqual([1, 0, 0, 0])
  })

  test('applies the second discount to the rest, never below zero', () => {
    expect(takeOff([line(1000)], [percent(50), percent(50)])).toEqual([
      [
        { discount: 'di_50', amount: 500 },
        { discount: 'di_50', amount: 250 },
      ],
    ])
    expect(
      takeOff([line(300), line(100)], [amount(1000)])
        .flat()
        .reduce((sum, each) => sum + each.amount, 0),
    ).toBe(400)
  })

  test('spreads an amount off to the cent across the lines', () => {
    const cut = fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((each) => percent(each)),
      cents.map(amount),
    )
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), fc.array(cut, { maxLength: 3 }), (amounts, cuts) => {
        const taken = takeOff(
          amounts.map((each) => line(each)),
          cuts,
        )
        const { subtotal, total, total_discount_amounts } = totalsOf(amounts, taken, 0)
        const off = total_discount_amounts.reduce((sum, each) => sum + each.amount, 0)
        expect(subtotal - off).toBe(total)
        for (const [index, each] of taken.entries()) {
          const lineOff = each.reduce((sum, { amount: part }) => sum + part, 0)
          expect(lineOff).toBeLessThanOrEqual(amounts[index] ?? 0)
          expect(lineOff).toBeGreaterThanOrEqual(0)
        }
        const only = cuts.length === 1 ? cuts[0] : undefined
        if (only?.amount_off != null) expect(off).toBe(Math.min(only.amount_off, subtotal))
      }),
    )
  })
})

describe('what an invoice asks for', () => {
  test('carries over less than 50 cents instead of charging it', () => {
    expect(totalsOf([49], [[]], 0)).toMatchObject({ total: 49, amount_due: 0, ending_balance: 49 })
    expect(totalsOf([50], [[]], 0)).toMatchObject({ amount_due: 50, ending_balance: 0 })
  })

  test('keeps a credit as balance for the next invoice', () => {
    expect(totalsOf([-500], [[]], 0)).toMatchObject({ total: -500, amount_due: 0, ending_balance: -500 })
    expect(totalsOf([999], [[]], -500)).toMatchObject({ total: 999, amount_due: 499, ending_balance: 0 })
  })
})
