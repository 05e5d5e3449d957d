import type { BilledBy } from '../billed-by.ts'
import type { BillingInterval, PaidTier, SoldPlan, Tier } from '../tiers.ts'
import type { BookablePrice, BookedChange } from './booked-change.ts'
import type { PostalAddress } from './company.ts'
import type { Promotion } from './applied-promotion.ts'

/** The user's subscription as D1 has it. Times in ms, amounts in cents. */
export type BillingPlan = {
  plan_id: string
  tier: PaidTier
  status: string
  price_in_cents: number
  currency: string
  interval: BillingInterval
  /** When the paid period or the trial ends and the next charge is due. */
  current_period_end: number | null
  /** The last day of a canceled plan; null while it renews. */
  ends_at: number | null
  /** The last day if the user canceled now; null if the plan would end at once because its last payment failed. */
  last_day: number | null
  /** After a failed payment: when the grace period ends. */
  grace_ends_at: number | null
  /** The prices that can be booked for the end of the period, instead of what is booked already. */
  bookable: BookablePrice[]
  booked: BookedChange | null
  /** Whether one press upgrades it to a higher plan, which is sold at its interval. */
  upgradable: boolean
}

/** The first payment that credit leaves to the card: `amount` in cents, `at` in ms, after `covered` whole payments. */
export type CreditReach = { covered: number; amount: number; at: number }
/** `amount` in cents, after `promotions` and `credit` (cents); `at` in ms. `card`: null without credit. */
export type Charge = {
  amount: number
  currency: string
  at: number
  promotions: Promotion[]
  credit: number
  card: CreditReach | null
}
/** A part of the credit that one card gets back (cents); `card`: null if something else than a card paid. */
export type CreditRefundPart = { amount: number; card: Pick<Card, 'brand' | 'last4'> | null }
/**
 * Credit in cents. `refunds`: what cards get back when the plan ends; `kept`: promotions and gifts, which stay;
 * `unplaced`: unused time that no card can take, which an operator refunds.
 */
export type Credit = {
  amount: number
  currency: string
  refunds: CreditRefundPart[]
  kept: number
  unplaced: number
}
export type Card = { brand: string; last4: string; exp_month: number; exp_year: number }

/** `lapsed`: unpaid, but its plan has ended, so nothing is owed. */
export type InvoiceStatus = 'paid' | 'open' | 'void' | 'uncollectible' | 'lapsed'
/** `dispute_won`: the bank let the payment stand. `dispute_lost`: the bank gave the money back. */
export type ReversalState = 'refunded' | 'refund_pending' | 'disputed' | 'dispute_won' | 'dispute_lost'
/** A refund or a dispute of a payment: in cents, and when it began, in ms. */
export type Reversal = { id: string; state: ReversalState; amount: number; at: number }
/** Amounts in cents, times in ms. */
export type InvoiceRow = {
  id: string
  number: string | null
  created: number
  total: number
  currency: string
  status: InvoiceStatus
  amount_paid: number
  /** What the card pays or owes: the total without credit, and with what an earlier payment left. */
  amount_due: number
  /** Oldest first. */
  reversals: Reversal[]
}
export const INVOICES_A_PAGE = 12
/** GET /api/billing/invoices?starting_after=: newest first. */
export type Invoices = { invoices: InvoiceRow[]; has_more: boolean }

export type InvoiceLine = { id: string; description: string; amount: number; from: number; to: number }
/** Whom an invoice is for, as they were when it was issued. `type` of a tax id as Stripe names it. */
export type BilledTo = {
  name: string
  email: string
  address: PostalAddress | null
  tax_ids: { type: string; value: string }[]
}
/** GET /api/billing/invoices/{id} */
export type Invoice = InvoiceRow & {
  billed_to: BilledTo
  lines: InvoiceLine[]
  subtotal: number
  discount: number
  /** Tax on top of the subtotal. */
  tax: number
  /** Tax that the total includes. */
  tax_included: number
  /** The part that earlier credit paid. */
  credit: number
  paid_at: number | null
}

/** The part that only Stripe knows. */
const ASKED_OF_STRIPE = ['next_charge', 'card', 'invoices', 'credit'] as const
export type AskedOfStripe = (typeof ASKED_OF_STRIPE)[number]

/** GET /api/billing. `unavailable` names the parts that could not be loaded from Stripe. */
export type Billing = Invoices & {
  user_id: string
  tier: Tier
  /** The plans above the tier that are sold to the user now, cheapest first. */
  upgrades: readonly SoldPlan[]
  isTrialing: boolean
  eligible_for_trial: boolean
  payment_type: BilledBy | null
  plan: BillingPlan | null
  /** Null when nothing more will be charged. */
  next_charge: Charge | null
  card: Card | null
  /** The renewal that is owed waits for the cardholder to confirm it at the bank. */
  awaits_bank: boolean
  /** Null without credit. */
  credit: Credit | null
  /** When a disputed payment ended the last plan, in ms; null with a plan, or if it ended otherwise. */
  ended_by_dispute: number | null
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
/** POST /api/billing/cancel: the last day that the page showed, so that the user agrees to no other. */
export type Cancel = { last_day: number | null; reason?: CancelReason | undefined }

/** POST /api/billing/card. `setup_intent`: the one that the user confirmed after the first attempt with this card. */
export type ChangeCard = { payment_method: string; setup_intent?: string | undefined }
/**
 * `confirm`: the bank asks the cardholder to confirm. With `setup`, the page then makes the call again. `settling`: the
 * bank has agreed, and the same call a moment later tells how it ended.
 */
export type CardAnswer =
  | { kind: 'changed'; billing: Billing }
  | { kind: 'settling'; intent: 'setup'; setup_intent: string }
  | { kind: 'settling'; intent: 'payment'; billing: Billing }
  | { kind: 'confirm'; intent: 'setup' | 'payment'; client_secret: string; setup_intent: string | null }

/**
 * POST /api/billing/confirm_payment: `confirm` is what Stripe.js asks the bank with, and then the page makes the call
 * again; `payment_method`: null if the payment has its card. `paid`: in cents. `settling`: the bank has agreed.
 */
export type ConfirmAnswer =
  | { kind: 'confirm'; client_secret: string; payment_method: string | null }
  | { kind: 'settling'; billing: Billing }
  | { kind: 'paid'; amount: number; currency: string; billing: Billing }

export const BILLING_PATH = '/settings/billing'
export function invoicePath(id: string): string {
  return `${BILLING_PATH}/invoices/${encodeURIComponent(id)}`
}
