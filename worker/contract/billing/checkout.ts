import type { FieldError } from '../errors.ts'
import type { BilledBy } from '../billed-by.ts'
import type { Feature, PaidTier, SoldPlan } from '../tiers.ts'

/** How long a promotion lasts: the first payment, a number of months, or forever. */
export type PromoTerm = { kind: 'once' } | { kind: 'months'; months: number } | { kind: 'forever' }

/** The request's word for a billing interval (§7 Create subscription). */
export type PriceType = 'monthly' | 'yearly'
export const INTERVAL_OF: Record<PriceType, 'month' | 'year'> = { monthly: 'month', yearly: 'year' }

/** §3 Subscription plan. Amounts in cents. */
export type Plan = {
  amount: number
  currency: string
  interval: 'month' | 'year'
  /** "$34.99" and, for a yearly plan, the monthly share: "$2.92". */
  local_price_formatted: string
  local_price_formatted_monthly: string
  product_id: string
  plan_id: SoldPlan
  tier: SoldPlan
}

/** One plan as checkout offers it (§3 Checkout modal props). A student plan has no monthly price. */
export type Offer = {
  product_id: string
  tier: SoldPlan
  plan_id: SoldPlan
  monthly_plan: Plan | null
  yearly_plan: Plan | null
  assets: { logo: string; badge: string }
}

/**
 * GET /api/checkout: everything checkout needs to begin (§3 Checkout modal props). `held` is the user's current plan,
 * which checkout cannot sell again. The offer of each plan is null while it is not sold.
 */
export type Checkout = Record<SoldPlan, Offer | null> & {
  user_id: string
  email: string
  eligible_for_trial: boolean
  /** Days. */
  eligible_trial_period: number
  student: boolean
  browser_type: 'safari' | 'chrome' | 'other'
  create_stripe_customer_url: string
  subscriptions_path: string
  publishable_key: string
  /** Where Stripe.js is loaded from if not from Stripe. */
  stripe_js_url: string | null
  /** Whether the receipt names a tax, so that checkout asks where the buyer is. Left out while it does not. */
  asks_location?: true
  held: { plan_id: PaidTier; payment_type: BilledBy } | null
  /** The code of the running campaign, if this user can have it. The holiday step carries it. */
  campaign: string | null
}

/** POST /api/customers. `balance` of the next payment, in cents: below zero is credit, above what an earlier payment left. */
export type CustomerAnswer = { errors: []; balance: number }

/** §4.2, §4.3: what the tier permits, and the lowest tier for the rest. */
export type Permissions = Record<Feature, { minimum_tier: SoldPlan; permitted: boolean }>

/**
 * POST /api/subscriptions. The catalog has to confirm the price. `trial` is what the button promised: true charges
 * nothing now or is refused (`trial_refused`: the user had a plan, or this card a trial), false means no trial, and absent lets the
 * server decide.
 */
export type Subscribe = {
  plan_id: string
  product_id: string
  payment_method: string
  promo_code?: string | null
  trial?: boolean
  /** With a code: the first payment that the page showed, in cents. Another one is refused (`promo_refused`). */
  first_payment_in_cents?: number
  /** What the page counted of the customer's balance. Another one is refused (`conflict`). */
  balance?: number
  price: { price_type: PriceType; price_in_cents: number; currency: string }
  /** Where the buyer is, if checkout asked. */
  location?: TaxLocation
}

/** `country`: two letters. */
export type TaxLocation = { country: string; postal_code: string }

/**
 * POST /api/checkout/tax: what the first payment is, in cents, and the tax that it includes. `location`: what Stripe
 * knows of a company; it counts, whatever was sent. Without a location anywhere, the sums are null.
 */
export type TaxCheck = Pick<Subscribe, 'plan_id' | 'product_id' | 'price' | 'promo_code' | 'location'>
export type TaxAnswer = { company: TaxLocation | null; first_payment: number | null; tax: number | null }

/**
 * Headers of POST /api/subscriptions: an idempotency key for each submit and its retries, and the user who pressed (409
 * for another).
 */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const EXPECTED_USER = 'x-expected-user'

/** §3 Subscription response, of both POST and GET. */
export type SubscriptionResponse = {
  subscription_id: string
  status: string
  payment_interval: 'month' | 'year'
  price_in_cents: number
  product_id: string
  pending_setup_intent: { client_secret: string } | null
  latest_invoice: {
    payment_intent: { status: string; client_secret: string; payment_method: string | null } | null
  } | null
  permissions: Permissions
  error: string | null
  errors: FieldError[]
}

/** POST /subscriptions/validate_promo_code. In cents; a student plan has no monthly price. */
export type PromoCheck = {
  code: string
  currency: string
  month_price_in_cents: number | null
  year_price_in_cents: number | null
}
/**
 * The first payment, as a sentence and in cents. Null when that interval is not on sale; without a payment, the sentence
 * says that the code is for the other one. `term`: how long the discount lasts.
 */
export type PromoAnswer = {
  term: PromoTerm
  month_price_copy: string | null
  year_price_copy: string | null
  month_first_payment: number | null
  year_first_payment: number | null
}

/** `errors[0].data` of a declined card (§7): Stripe's code for the bank's reason. */
export type CardRefusal = { decline_code: string }

export const CUSTOMERS_PATH = '/api/customers'
export const SUBSCRIPTIONS_PATH = '/api/subscriptions'
export const CHECK_TAX_PATH = '/api/checkout/tax'
export const VALIDATE_PROMO_PATH = '/subscriptions/validate_promo_code'
/** The subscription-success path (§2.3), with the id appended. */
export const SUBSCRIPTION_SUCCESS_PATH = '/subscriptions/success'
