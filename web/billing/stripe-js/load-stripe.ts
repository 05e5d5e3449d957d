import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from '../../browser/document/load-script.ts'

/** The Stripe account, and the address of Stripe.js if it is not Stripe's own (both are in the contract's Checkout). */
export type StripeSource = { publishable_key: string; stripe_js_url: string | null }

/**
 * Loads Stripe.js for this account. With `stripe_js_url`, that script is loaded first, and loadStripe then uses it.
 * Rejects if the script is blocked; calling again retries.
 */
export async function loadStripeJs({ publishable_key, stripe_js_url }: StripeSource): Promise<Stripe> {
  if (stripe_js_url) await once(stripe_js_url)
  const stripe = await loadStripe(publishable_key)
  if (!stripe) throw new Error('Stripe.js needs a browser.')
  return stripe
}

const loading = new Map<string, Promise<void>>()

function once(url: string): Promise<void> {
  const known = loading.get(url)
  if (known) return known
  const script = loadScript(url)
  loading.set(url, script)
  script.catch(() => loading.delete(url))
  return script
}
