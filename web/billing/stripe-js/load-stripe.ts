import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from '../../browser/document/load-script.ts'

/** Whose account, and where Stripe.js comes from when not from Stripe (the contract's Checkout has both). */
export type StripeSource = { publishable_key: string; stripe_js_url: string | null }

/**
 * Stripe.js for this account. A script of one's own is loaded first: loadStripe then finds Stripe on the page and asks
 * for no other. Rejects where it is blocked; calling again tries again.
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
