import { Stripe } from 'stripe'
import type { devVars } from '../settings/dev-vars.ts'

type Vars = ReturnType<typeof devVars> | Partial<Record<string, string>>

/** Reads the key and opens the account. Throws a sentence that says what is missing. */
export function openStripeAccount(vars: Vars): { stripe: Stripe; isLive: boolean } {
  const key = vars['STRIPE_SECRET_KEY'] ?? ''
  if (!key)
    throw new Error(
      'STRIPE_SECRET_KEY is missing. Put the secret key of your Stripe account into .dev.vars, or give it once: STRIPE_SECRET_KEY=sk_test_… npm run stripe:setup',
    )
  const mode = /^(?:sk|rk)_(test|live)_\w+$/.exec(key)?.[1]
  if (!mode) throw new Error('STRIPE_SECRET_KEY must be a secret or restricted key of Stripe (sk_… or rk_…).')
  const isLive = mode === 'live'
  const base = vars['STRIPE_API_BASE'] || 'https://api.stripe.com'
  if (isLive && base !== 'https://api.stripe.com') throw new Error('STRIPE_API_BASE: a live key may only go to Stripe.')
  const { hostname, port, protocol } = new URL(base)
  const stripe = new Stripe(key, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 2,
    telemetry: false,
  })
  return { stripe, isLive }
}
