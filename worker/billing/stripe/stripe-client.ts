import type Stripe from 'stripe'
import type { Settings } from '../../system/context/env.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** One client per isolate and account, because building its hundred resources takes 10 ms. */
const clients = new WeakMap<Settings, Promise<Stripe>>()

/**
 * Stripe's client, loaded on the first call that needs it. A request times out after 10 s and is retried twice with the
 * same idempotency key. Throws `billing_unavailable` if no key is set.
 */
export function stripeClient(settings: Settings): Promise<Stripe> {
  if (!settings.STRIPE_SECRET_KEY) throw new AppError('billing_unavailable')
  const known = clients.get(settings)
  if (known) return known
  const client = makeClient(settings)
  clients.set(settings, client)
  return client
}

async function makeClient({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: Settings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const { hostname, port, protocol } = new URL(STRIPE_API_BASE)
  return new StripeClient(STRIPE_SECRET_KEY, {
    httpClient: StripeClient.createFetchHttpClient((input, init) => fetch(input, init)),
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
  })
}
