import type { FieldError } from '../errors.ts'
import type { PaymentType } from '../billed-by.ts'
import type { SoldPlan } from '../tiers.ts'

/** What the price is paid for; the request's word for an interval (§7 Create subscription). */
export type PriceType = 'monthly' | 'yearly'
export const INTERVAL_OF: Record<PriceType, 'month' | 'year'> = { monthly: 'month', yearly: 'year' }

/** §3 Subscription plan. Amounts in cents. */
export type Plan = {
  amount: number
  currency: string
  interval: 'month' | 'year'
  /** "$34.99" and, of a yearly plan, what that is a month: "$2.92". */
  local_price_formatted: string
  local_price_formatted_monthly: string
  product_id: string
  plan_id: SoldPlan
  tier: SoldPlan
}

/** One plan as checkout offers it (§3 Checkout modal props). A student's has no monthly price. */
export type Offer = {
  product_id: string
  tier: SoldPlan
  plan_id: SoldPlan
  monthly_plan: Plan | null
  yearly_plan: Plan | null
  assets: { logo: string; badge: string }
}

/**
 * GET /api/checkout: all that checkout needs to begin (§3 Checkout modal props). `held` is the plan that the user pays
 * for now, which checkout can not sell again.
 */
export type Checkout = {
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
  /** Where Stripe.js comes from when not from Stripe. */
  stripe_js_url: string | null
  held: { plan_id: string; payment_type: PaymentType } | null
  pro: Offer
  intermediate_pro: Offer
}

/** §4.2, §4.3: what the tier permits, and from which tier on. */
export type Permission = 'multi_action' | 'multi_service_account' | 'queries' | 'filter_code'
export type Permissions = Record<Permission, { minimum_tier: SoldPlan; permitted: boolean }>

/**
 * POST /api/subscriptions. The price is a claim that the catalogue has to confirm. `trial` is what the button promised:
 * with true nothing is charged now, or it is refused (`trial_refused`: this card has had one); with false there is no
 * trial; without it the server decides.
 */
export type Subscribe = {
  plan_id: string
  product_id: string
  payment_method: string
  promo_code?: string | null
  trial?: boolean
  price: { price_type: PriceType; price_in_cents: number; currency: string }
}

/** Headers of POST /api/subscriptions: one key a submit, the same for its repetitions; and who pressed (409 for another user). */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const EXPECTED_USER = 'x-expected-user'

/** §3 Subscription response, of POST and GET alike. */
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

/** POST /subscriptions/validate_promo_code. In cents; a student's plan has no monthly price. */
export type PromoCheck = {
  code: string
  currency: string
  month_price_in_cents: number | null
  year_price_in_cents: number | null
}
/** What the first payment becomes: as a sentence, and in cents. Null where that interval is not sold. */
export type PromoAnswer = {
  month_price_copy: string | null
  year_price_copy: string | null
  month_first_payment: number | null
  year_first_payment: number | null
}

/** `errors[0].data` of a refused card (§7): why the bank refused it, as Stripe names it. */
export type CardRefusal = { decline_code: string }

export const CUSTOMERS_PATH = '/api/customers'
export const SUBSCRIPTIONS_PATH = '/api/subscriptions'
export const VALIDATE_PROMO_PATH = '/subscriptions/validate_promo_code'
/** The subscription-success path (§2.3), the id appended. */
export const SUBSCRIPTION_SUCCESS_PATH = '/subscriptions/success'
