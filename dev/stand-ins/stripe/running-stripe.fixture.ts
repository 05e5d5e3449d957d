import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { startStripe, type StripeOptions } from './start-stripe.ts'

/** The emulator on its own port until the test ends, with the official client. */
export async function runningStripe(options: Partial<StripeOptions> = {}) {
  const running = await startStripe({ port: 0, ...options })
  // The test may have closed it already.
  onTestFinished(() => running.close().catch(() => {}))
  const { hostname, port } = new URL(running.origin)
  const stripe = new Stripe(running.vars.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { ...running, stripe }
}
