import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { settingsOf } from '../../system/context/env.ts'
import { stripeClient } from './stripe-client.ts'

const settings = () =>
  settingsOf({
    ...env,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1',
  })

test('creates one client per isolate and settings, even concurrently', async () => {
  const ours = settings()
  const [first, second] = await Promise.all([stripeClient(ours), stripeClient(ours)])
  expect(second).toBe(first)
  expect(await stripeClient(ours)).toBe(first)
  expect(await stripeClient(settings())).not.toBe(first)
})

test('reports that there is no client without a key', () => {
  expect(() => stripeClient({ ...settings(), STRIPE_SECRET_KEY: '' })).toThrow(
    expect.objectContaining({ code: 'billing_unavailable' }),
  )
})
