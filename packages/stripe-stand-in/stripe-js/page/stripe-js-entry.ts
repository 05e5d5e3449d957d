import type { StripeConstructorOptions } from '@stripe/stripe-js'
import { createStripe } from './create-stripe.ts'

/** Filled in by serve-stripe-js.ts. */
const ORIGIN = '__EMULATOR_ORIGIN__'

function Stripe(key: string, options?: StripeConstructorOptions) {
  return createStripe(ORIGIN, key, options)
}

// loadStripe warns if the version does not match its own release train.
Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
