import type { PaymentType } from '../billed-by.ts'
import type { Tier } from '../tiers.ts'

export type BillingInterval = 'month' | 'year'

/** What a user holds, as D1 knows it. Times in ms, amounts in cents. */
export type BillingPlan = {
  plan_id: string
  tier: Exclude<Tier, 'free'>
  status: string
  price_in_cents: number
  currency: string
  interval: BillingInterval
  /** The end of what is paid for, or of the trial: the day of the next charge. */
  current_period_end: number | null
  /** Its last day, where it was cancelled; null while it renews. */
  ends_at: number | null
  /** What would be its last day if it were cancelled now; null: it would end at once, for its last payment failed. */
  last_day: number | null
  /** A payment failed: until when the plan stays all the same. */
  grace_ends_at: number | null
  /** The other interval, where it is sold. */
  switch_to: BillingInterval | null
}

export type Charge = { amount: number; currency: string; at: number }
export type Card = { brand: string; last4: string; exp_month: number; exp_year: number }

export type InvoiceStatus = 'paid' | 'open' | 'void' | 'uncollectible'
export type InvoiceRow = {
  id: string
  number: string | null
  created: number
  total: number
  currency: string
  status: InvoiceStatus
}
export const INVOICES_A_PAGE = 12
/** GET /api/billing/invoices?starting_after=: newest first. */
export type Invoices = { invoices: InvoiceRow[]; has_more: boolean }

export type InvoiceLine = { id: string; description: string; amount: number; from: number; to: number }
/** GET /api/billing/invoices/{id} */
export type Invoice = InvoiceRow & {
  billed_to: { name: string; email: string }
  lines: InvoiceLine[]
  subtotal: number
  discount: number
  tax: number
  /** What came off because of earlier credit. */
  credit: number
  amount_paid: number
  amount_due: number
  paid_at: number | null
}

/** What only Stripe knows. */
export const ASKED_OF_STRIPE = ['next_charge', 'card', 'invoices'] as const
export type AskedOfStripe = (typeof ASKED_OF_STRIPE)[number]

/** GET /api/billing. What is named in `unavailable` could not be asked just now; the rest stands. */
export type Billing = Invoices & {
  user_id: string
  tier: Tier
  is_trialing: boolean
  eligible_for_trial: boolean
  payment_type: PaymentType | null
  plan: BillingPlan | null
  /** Null where nothing more is charged. */
  next_charge: Charge | null
  card: Card | null
  unavailable: AskedOfStripe[]
  publishable_key: string
  stripe_js_url: string | null
}

export const CANCEL_REASONS = [
  'too_expensive',
  'unused',
  'missing_features',
  'switched_service',
  'too_complex',
  'low_quality',
  'customer_service',
  'other',
] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
/** POST /api/billing/cancel: the last day that was shown, so that nobody agrees to another one. */
export type Cancel = { last_day: number | null; reason?: CancelReason | undefined }

/** POST /api/billing/card. `setup_intent`: the one that the user has confirmed since the first try with this card. */
export type ChangeCard = { payment_method: string; setup_intent?: string | undefined }
/** `confirm`: the bank wants to hear from the card's holder; with `setup` the call is then to be made again. */
export type CardAnswer =
  | { kind: 'changed'; billing: Billing }
  | { kind: 'confirm'; intent: 'setup' | 'payment'; client_secret: string; setup_intent: string | null }

/** GET /api/billing/switch_preview?interval=: exact to the cent while `proration_date` (s) is sent back with it. */
export type SwitchPreview = {
  interval: BillingInterval
  proration_date: number
  currency: string
  /** What a period costs from then on. */
  price: number
  /** For the rest of what is paid for. */
  credit: number
  amount_today: number
  /** Credit that is left over and comes off the next payments. */
  balance: number
  next_charge_at: number
}
/** POST /api/billing/switch: what was shown; refused where it is not so any more. */
export type Switch = { interval: BillingInterval; proration_date: number; amount_today: number }

export const BILLING_PATH = '/settings/billing'
export function invoicePath(id: string): string {
  return `${BILLING_PATH}/invoices/${encodeURIComponent(id)}`
}
