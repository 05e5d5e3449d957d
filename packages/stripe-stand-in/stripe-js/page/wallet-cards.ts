import type { BillingDetails } from '@stripe/stripe-js'
import type { Params } from '../form-body.ts'

/** The cards in every wallet here: Stripe's test cards, by behavior. */
export const WALLET_CARDS = [
  { number: '4242424242424242', label: 'Visa •••• 4242' },
  { number: '4000000000000341', label: 'Visa •••• 0341, declined when charged' },
  { number: '4000000000009995', label: 'Visa •••• 9995, no funds' },
  { number: '4000002760003184', label: 'Visa •••• 3184, asks for 3D Secure' },
] as const

/** The wallet's owner. */
export const WALLET_BILLING_DETAILS = {
  name: 'Ada Lovelace',
  address: {
    line1: '1 Example Street',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postal_code: '62701',
    country: 'US',
  },
} satisfies BillingDetails

/** An expiry that is never reached. */
export function walletCard(number: string): Params {
  return { number, exp_month: 12, exp_year: new Date().getFullYear() + 5, cvc: '123' }
}
