import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { isCheckDue } from './promise-check-due.ts'

const START = Date.UTC(2026, 2, 1)
const trialOf = (days: number) => ({ price: 'price_1', trial_end: (START + days * DAY) / 1000 })
const checked = (at: number | null, price = 'price_1') => ({ checked_at: at, checked_price: price })

test.each([
  ['at first', checked(null), 7, 0, true],
  ['not again before the last three days', checked(START), 7, 3.9 * DAY, false],
  ['once in the last three days', checked(START), 7, 4 * DAY, true],
  ['an hour before, because clocks differ', checked(START), 7, 4 * DAY - HOUR, true],
  ['not twice in the last three days', checked(START + 4 * DAY), 7, 6 * DAY, false],
  ['after a change of price', checked(START, 'price_2'), 7, DAY, true],
  ['not again in a trial of two days', checked(START), 2, DAY, false],
])('compares %s', (_, promotion, days, passed, due) => {
  expect(isCheckDue(promotion, trialOf(days), START + passed)).toBe(due)
})
