import { BILLING_PATH } from './billing-overview.ts'
import type { Promotion } from './applied-promotion.ts'
import type { PaidTier, BillingInterval } from '../tiers.ts'

/** The kinds of mails about money. */
export const MONEY_MAIL_KINDS = [
  'receipt',
  'payment_failed',
  'trial_ending',
  'renewal',
  'plan_changed',
  'canceled',
  'card_expiring',
  'refunded',
] as const
export type MoneyMailKind = (typeof MONEY_MAIL_KINDS)[number]

/** A plan's terms; `price_in_cents` is each period's price. */
export type PlanTerms = { tier: PaidTier; payment_interval: BillingInterval; price_in_cents: number }
/** The terms that a plan changes to, at `at` (ms). */
export type BookedTerms = PlanTerms & { at: number }

/**
 * The state that the mail about a change compares with: the terms, the end (ms) of a canceled plan and what was booked,
 * or a promotion that was taken away.
 */
export type BeforeChange = (PlanTerms & { ends_at: number | null; booked: BookedTerms | null }) | { lost: Promotion }

/** The questions that the billing page can open at once, because a mail's link asks for one. */
export const BILLING_QUESTIONS = ['cancel', 'card'] as const
export type BillingQuestion = (typeof BILLING_QUESTIONS)[number]

/** The billing page with the question open. */
export function billingQuestionPath(ask: BillingQuestion): string {
  return `${BILLING_PATH}?ask=${ask}`
}
