import { expect, test } from 'vitest'
import { aPlan, aPreview } from '../overview/billing-overview.fixture.ts'
import { afterSwitch, switchLines } from './interval-switch-words.ts'

const yearly = aPlan({ interval: 'year', price_in_cents: 3499, switch_to: 'month' })
const toMonths = aPreview({
  interval: 'month',
  price: 349,
  credit: 3403,
  amount_today: 0,
  balance: 3054,
  next_charge_at: Date.UTC(2026, 11, 22),
  card: { covered: 8, amount: 87, at: Date.UTC(2027, 7, 22) },
})

// §D22-02
test('adds up what a switch to monthly leaves as credit', () => {
  expect(switchLines(yearly, toMonths)).toEqual([
    { label: 'Pro, a month', amount: '$3.49' },
    { label: 'Unused part of your year', amount: '−$34.03' },
    { label: 'Left over as credit', amount: '$30.54' },
  ])
})

// §D22-02
test('names the next payment and the first one by card', () => {
  expect(afterSwitch(yearly, toMonths, 'UTC')).toEqual([
    'Your next payment is due on December 22, 2026. Your credit of $30.54 comes first.',
    'It pays your next 8 payments. On August 22, 2027 your card is charged $0.87, then $3.49 a month.',
    'You can cancel anytime. What is left of your credit is then refunded.',
  ])
})

test('names the price from the next payment on without credit', () => {
  expect(afterSwitch(aPlan(), aPreview(), 'UTC')).toEqual([
    'From November 21, 2027 you pay $34.99 a year until you cancel.',
  ])
})

// §D22-03
test('shows discounts and older credit in one line', () => {
  const lines = switchLines(aPlan(), aPreview({ amount_today: 2789 }))
  expect(lines.at(-1)).toEqual({ label: 'Discounts and older credit', amount: '−$5.00' })
})

test('shows no lines while the trial continues', () => {
  const trial = aPlan({ status: 'trialing' })
  expect(switchLines(trial, aPreview())).toEqual([])
  expect(afterSwitch(trial, aPreview(), 'UTC')[0]).toContain('Your trial continues. From')
})
