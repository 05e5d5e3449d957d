import { expect, test } from 'vitest'

import { upgradesOf, type OfferedPrice } from './entitlement-rules.ts'

const price = (tier: OfferedPrice['tier'], interval: OfferedPrice['interval'], more: Partial<OfferedPrice> = {}) =>
  ({ tier, interval, audience: 'everyone', archived: 0, ...more }) satisfies OfferedPrice
const ALL = [
  price('intermediate_pro', 'month'),
  price('intermediate_pro', 'year'),
  price('intermediate_pro', 'year', { audience: 'student' }),
  price('pro', 'month'),
  price('pro', 'year'),
]
const archiving = (...gone: string[]) =>
  ALL.map((each) => ({
    ...each,
    archived: gone.includes(`${each.tier} ${each.interval}`) ? (1 as const) : (0 as const),
  }))

const FREE = { tier: 'free', student: false, held: null } as const
const MONTHLY = {
  tier: 'intermediate_pro',
  student: false,
  held: { payment_type: 'stripe', payment_interval: 'month' },
} as const
const IN_A_STORE = { ...MONTHLY, held: { payment_type: 'app_store', payment_interval: 'month' } } as const

test('sells each tier the plans above it', () => {
  expect(upgradesOf(FREE, ALL)).toEqual(['intermediate_pro', 'pro'])
  expect(upgradesOf(MONTHLY, ALL)).toEqual(['pro'])
  expect(upgradesOf({ ...MONTHLY, tier: 'pro' }, ALL)).toEqual([])
})

test('a plan is sold while one of its prices is left', () => {
  expect(upgradesOf(FREE, archiving('pro month'))).toEqual(['intermediate_pro', 'pro'])
  expect(upgradesOf(FREE, archiving('pro month', 'pro year'))).toEqual(['intermediate_pro'])
  expect(upgradesOf(FREE, archiving('intermediate_pro month', 'intermediate_pro year'))).toEqual(['pro'])
})

test('goes up at the interval of a plan that Stripe bills', () => {
  expect(upgradesOf(MONTHLY, archiving('pro month'))).toEqual([])
  expect(upgradesOf(MONTHLY, archiving('pro year'))).toEqual(['pro'])
  expect(upgradesOf(IN_A_STORE, archiving('pro month'))).toEqual(['pro'])
})

test('sells a student yearly prices only', () => {
  const student = { ...FREE, student: true }
  expect(upgradesOf(student, archiving('pro year'))).toEqual(['intermediate_pro'])
  expect(upgradesOf(student, archiving('intermediate_pro year'))).toEqual(['pro'])
})

test('offers every plan before billing is set up', () => {
  expect(upgradesOf(FREE, [])).toEqual(['intermediate_pro', 'pro'])
})
