import { expect, test } from 'vitest'
import { LOADING, stripeReducer, type StripeEvent, type StripeState } from './load-stripe-flow.ts'

const run = (...events: StripeEvent<string>[]) => events.reduce<StripeState<string>>(stripeReducer, LOADING)

test('is ready once Stripe.js is there', () => {
  expect(run({ type: 'loaded', stripe: 'js' })).toEqual({ kind: 'ready', attempt: 1, stripe: 'js' })
})

test.each(['failed', 'elapsed'] as const)('is missing after %s and can be retried', (type) => {
  expect(run({ type, attempt: 1 })).toEqual({ kind: 'missing', attempt: 1 })
  expect(run({ type, attempt: 1 }, { type: 'retried' })).toEqual({ kind: 'loading', attempt: 2 })
})

test('ignores what the first try reports during the second', () => {
  const second: StripeEvent<string>[] = [{ type: 'failed', attempt: 1 }, { type: 'retried' }]
  expect(run(...second, { type: 'elapsed', attempt: 1 }).kind).toBe('loading')
  expect(run(...second, { type: 'failed', attempt: 2 }).kind).toBe('missing')
})

test('accepts a late Stripe.js and then keeps it', () => {
  const late = run({ type: 'elapsed', attempt: 1 }, { type: 'loaded', stripe: 'js' })
  expect(late.kind).toBe('ready')
  for (const event of [
    { type: 'elapsed', attempt: 1 },
    { type: 'retried' },
    { type: 'loaded', stripe: 'another' },
  ] as const)
    expect(stripeReducer<string>(late, event)).toBe(late)
})

test('ignores Retry while loading', () => {
  expect(run({ type: 'retried' })).toBe(LOADING)
})
