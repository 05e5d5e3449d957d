import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { startStripe, type StripeOptions } from './start-stripe.ts'

/** The stand-in on a port of its own until the test ends, and the official client in front of it. */
export async function runningStripe(options: Partial<StripeOptions> = {}) {
  const running = await startStripe({ port: 0, ...options })
  // A test may have closed it.
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
