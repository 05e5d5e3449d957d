import { expect, test } from 'vitest'
import { entitlingSubscription, isEntitling } from './entitlement-rules.ts'
import type { Entitling } from '../../contract/billing/entitling.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { SUBSCRIPTION_STATUSES } from '../../contract/billing/subscription-status.ts'

const NOW = Date.UTC(2026, 2, 1)

function aSubscription(given: Partial<Entitling>): Entitling {
  return {
    tier: 'pro',
    status: 'active',
    card_authenticated: false,
    current_period_end: null,
    past_due_since: null,
    ...given,
  }
}

test.each<[boolean, string, Partial<Entitling>]>([
  [true, 'active', {}],
  [true, 'active, even when its period should have ended', { current_period_end: NOW - DAY }],
  [false, 'trialing without an authenticated card', { status: 'trialing' }],
  [true, 'trialing once the card is authenticated', { status: 'trialing', card_authenticated: true }],
  [true, 'past due since now', { status: 'past_due', past_due_since: NOW }],
  [true, 'past due for just under 14 days', { status: 'past_due', past_due_since: NOW - 14 * DAY + 1 }],
  [false, 'past due for 14 days', { status: 'past_due', past_due_since: NOW - 14 * DAY }],
  [false, 'past due since an unknown time', { status: 'past_due', card_authenticated: true }],
  [true, 'canceled, in the paid period', { status: 'canceled', current_period_end: NOW + 1 }],
  [false, 'canceled, at the end of the period', { status: 'canceled', current_period_end: NOW }],
  [false, 'canceled without a period', { status: 'canceled' }],
  [false, 'incomplete', { status: 'incomplete', card_authenticated: true, current_period_end: NOW + DAY }],
  [false, 'incomplete and expired', { status: 'incomplete_expired', current_period_end: NOW + DAY }],
  [false, 'unpaid', { status: 'unpaid', card_authenticated: true, current_period_end: NOW + DAY }],
  [false, 'paused', { status: 'paused', card_authenticated: true, current_period_end: NOW + DAY }],
  [false, 'in an unknown status', { status: 'new_at_stripe', current_period_end: NOW + DAY }],
])('entitled is %s: %s', (expected, _, given) => {
  expect(isEntitling(aSubscription(given), NOW)).toBe(expected)
})

test('grants no tier by status alone unless active', () => {
  const granting = SUBSCRIPTION_STATUSES.filter((status) => isEntitling(aSubscription({ status }), NOW))
  expect(granting).toEqual(['active'])
})

test('counts the highest tier among those that grant one', () => {
  const [pro, legacy, plus] = (['intermediate_pro', 'legacy_pro', 'pro'] as const).map((tier) =>
    aSubscription({ tier }),
  )
  const over = aSubscription({ tier: 'pro', status: 'canceled', current_period_end: NOW })
  if (!pro || !legacy || !plus) throw new Error('Three subscriptions were expected.')
  expect(entitlingSubscription([pro, plus, legacy], NOW)).toBe(plus)
  expect(entitlingSubscription([over, pro, legacy], NOW)).toBe(legacy)
  expect(entitlingSubscription([over, pro], NOW)).toBe(pro)
  expect(entitlingSubscription([over], NOW)).toBeNull()
  expect(entitlingSubscription([], NOW)).toBeNull()
})
