import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { createEmulator } from '../../../packages/stripe-stand-in/index.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { checkStripeAccount } from './check-stripe-account.ts'

// §9-04
test('warns the operator about a Stripe account outside the US', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const told = () => said.mock.calls.flat().filter((line) => String(line).includes('stripe_account_country'))
  await checkStripeAccount(await ctxAt('US'))
  expect(told()).toEqual([])
  await checkStripeAccount(await ctxAt('DE'))
  expect(told()).toEqual([expect.stringContaining('"country":"DE","needed":"US"')])
})

async function ctxAt(country: string) {
  const emulator = createEmulator({ now: Date.now, country })
  const httpClient = Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
    emulator.fetch(new Request(url, init)),
  )
  const stripe = new Stripe('sk_test_switchyard', { httpClient, telemetry: false })
  return testCtx({ stripe: async () => stripe })
}
