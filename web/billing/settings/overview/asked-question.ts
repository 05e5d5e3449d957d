import { isBilledByStripe } from '../../../../worker/contract/billed-by.ts'
import type { Billing } from '../../../../worker/contract/billing/billing-overview.ts'
import { BILLING_QUESTIONS, type BillingQuestion } from '../../../../worker/contract/billing/money-mail.ts'

/** Reads the question that a mail's link asks the page to open; null if the plan has no such question now. */
export function askedQuestion(search: URLSearchParams, { plan, payment_type }: Billing): BillingQuestion | null {
  const asked = BILLING_QUESTIONS.find((question) => question === search.get('ask')) ?? null
  if (!plan || !isBilledByStripe(payment_type) || plan.status === 'canceled') return null
  return asked === 'cancel' && plan.ends_at !== null ? null : asked
}
