import * as z from 'zod/mini'
import { SOLD_PLANS } from '../tiers.ts'

const name = z.string().check(z.minLength(1), z.maxLength(200))
const currency = z.string().check(z.regex(/^[a-z]{3}$/, 'must be a currency such as "usd"'))
/** Any whole number. The catalog decides whether it is a price, with the sentence of §5. */
const cents = z.int()

/** Stripe decides whether it knows the place. */
const location = z.strictObject({
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  postal_code: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters.')),
})
const price = z.strictObject({ price_type: z.enum(['monthly', 'yearly']), price_in_cents: cents, currency })

/** POST /api/subscriptions. */
export const subscribeInput = z.strictObject({
  plan_id: name,
  product_id: name,
  payment_method: z.string().check(z.regex(/^pm_\w{1,200}$/, 'must be the id of a payment method')),
  // Any length: a wrong code is an invalid promo code, not a malformed request.
  promo_code: z.exactOptional(z.nullable(z.string())),
  trial: z.exactOptional(z.boolean()),
  first_payment_in_cents: z.exactOptional(cents),
  balance: z.exactOptional(cents),
  price,
  location: z.exactOptional(location),
})

/** The mutation userProAbandonedCheckoutEmail. */
export const abandonedCheckoutInput = z.strictObject({ plan_id: z.enum(SOLD_PLANS, 'must be a plan that is sold') })

/** POST /subscriptions/validate_promo_code. */
export const promoInput = z.strictObject({
  code: z.string(),
  currency,
  month_price_in_cents: z.nullable(cents),
  year_price_in_cents: z.nullable(cents),
})

/** POST /api/checkout/tax. */
export const taxInput = z.strictObject({
  plan_id: name,
  product_id: name,
  promo_code: z.exactOptional(z.nullable(z.string())),
  price,
  location: z.exactOptional(location),
})
