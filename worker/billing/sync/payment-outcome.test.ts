import { expect, test } from 'vitest'
import type { Tier } from '../../contract/tiers.ts'
import { reactionTo, WATCHED_EVENTS } from '../webhook/event-reactions.ts'
import { pickLiveSubscription } from './subscription-from-stripe.ts'
import { permissionsOf } from '../../contract/billing/permissions.ts'

test.each<[Tier, string[]]>([
  ['free', []],
  ['intermediate_pro', ['multi_action']],
  ['pro', ['multi_action', 'multi_service_account', 'queries', 'filter_code']],
  ['legacy_pro', ['multi_action', 'queries', 'filter_code']],
])('permits %s the features %j', (tier, expected) => {
  const permissions = permissionsOf(tier)
  const permitted = Object.entries(permissions).flatMap(([name, each]) => (each.permitted ? [name] : []))
  expect(permitted).toEqual(expected)
  expect(permissions.multi_action.minimum_tier).toBe('intermediate_pro')
  expect(permissions.queries.minimum_tier).toBe('pro')
})

test('prefers the best-working subscription, the newest among equals', () => {
  const one = (status: string, created = 1) => ({ status, created })
  const [active, trial, due, waiting, over] = [
    one('active'),
    one('trialing', 2),
    one('past_due', 9),
    one('incomplete', 9),
    one('canceled', 9),
  ]
  expect(pickLiveSubscription([over, waiting, due, active])).toBe(active)
  expect(pickLiveSubscription([active, trial])).toBe(trial)
  expect(pickLiveSubscription([waiting, due])).toBe(due)
  expect(pickLiveSubscription([over, waiting])).toBe(waiting)
  expect(pickLiveSubscription([one('unheard_of'), waiting])).toBe(waiting)
  expect(pickLiveSubscription([over])).toBeUndefined()
  expect(pickLiveSubscription([])).toBeUndefined()
})

test('maps every relevant event to a read, refunds to an alert', () => {
  for (const type of [
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'subscription_schedule.updated',
    'subscription_schedule.released',
    'invoice.paid',
    'invoice.payment_failed',
    'setup_intent.succeeded',
    'payment_method.detached',
    'customer.deleted',
  ]) {
    expect(reactionTo(type), type).toBe('sync')
    expect(WATCHED_EVENTS).toContain(type)
  }
  for (const type of ['charge.refunded', 'charge.dispute.created', 'radar.early_fraud_warning.created']) {
    expect(reactionTo(type), type).toBe('alert')
    expect(WATCHED_EVENTS).toContain(type)
  }
  for (const type of ['price.created', 'payment_intent.succeeded', 'invoice.created', 'customer.created']) {
    expect(reactionTo(type), type).toBe('nothing')
    expect(WATCHED_EVENTS).not.toContain(type)
  }
  for (const type of ['treasury.opened', '__proto__', 'constructor', '']) expect(reactionTo(type), type).toBeNull()
})
