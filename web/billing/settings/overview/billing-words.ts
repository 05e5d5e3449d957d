import type {
  BillingPlan,
  CancelReason,
  Card,
  InvoiceStatus,
} from '../../../../worker/contract/billing/billing-overview.ts'
import type { Promotion } from '../../../../worker/contract/billing/applied-promotion.ts'
import type { MobileStore } from '../../../../worker/contract/billed-by.ts'
import { PLANS, type BillingInterval } from '../../../../worker/contract/tiers.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'

export { cardInWords } from '../../../../worker/contract/billing/card-words.ts'

export const ADVERB: Record<BillingInterval, string> = { month: 'monthly', year: 'yearly' }

export function planName({ tier }: Pick<BillingPlan, 'tier'>): string {
  return PLANS[tier].name
}

/** "$3.49 a month" */
export function priceInWords({ price_in_cents, currency, interval }: BillingPlan): string {
  return `${formatPrice(price_in_cents, currency)} a ${interval}`
}

/** "FOREVER10: 10% off every payment" */
export function promotionInWords(promotion: Promotion, currency: string, timeZone: string): string {
  const { name, percent_off, amount_off, lasts, ends_at } = promotion
  const off = percent_off === null ? formatPrice(amount_off ?? 0, currency) : `${percent_off}%`
  const spans: Record<Promotion['lasts'], string> = {
    once: 'the next payment',
    forever: 'every payment',
    until: ends_at === null ? 'every payment' : `until ${dayInWords(ends_at, timeZone)}`,
  }
  return `${name}: ${off} off ${spans[lasts]}`
}

type PlanBadge = { words: string; look: 'good' | 'bad' | 'quiet' }

/** The state of a plan in a word or two; null for a plan that simply runs. */
export function badgeOf({ status, ends_at }: BillingPlan, awaits_bank: boolean): PlanBadge | null {
  if (awaits_bank) return { words: 'Not confirmed', look: 'bad' }
  if (status === 'past_due' || status === 'unpaid' || status === 'paused')
    return { words: 'Payment failed', look: 'bad' }
  if (ends_at !== null) return { words: 'Canceled', look: 'quiet' }
  return status === 'trialing' ? { words: 'Free trial', look: 'good' } : null
}

/** "12/2030" */
export function expiryInWords({ exp_month, exp_year }: Card): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}

/** A card is good through the last day of its month. */
export function hasExpired({ exp_month, exp_year }: Card, now: number): boolean {
  return now >= Date.UTC(exp_year, exp_month, 1)
}

export const INVOICE_STATUS: Record<InvoiceStatus, { words: string; look: 'good' | 'bad' | 'quiet' }> = {
  paid: { words: 'Paid', look: 'good' },
  open: { words: 'Not paid yet', look: 'bad' },
  void: { words: 'Void', look: 'quiet' },
  uncollectible: { words: 'Not paid', look: 'bad' },
  lapsed: { words: 'Not charged', look: 'quiet' },
}

export const CANCEL_REASON: Record<CancelReason, string> = {
  too_expensive: 'It costs too much',
  unused: 'I don’t use it enough',
  missing_features: 'It’s missing something I need',
  switched_service: 'I use something else now',
  too_complex: 'It is too complicated',
  low_quality: 'It did not work well',
  customer_service: 'Support did not help me',
  other: 'Something else',
}

/** Where to change a plan that a mobile store bills. */
export const STORE_WAYS: Record<MobileStore, string> = {
  app_store: 'On your iPhone or iPad, open Settings, tap your name, then Subscriptions.',
  google_play: 'On your Android device, open Google Play, tap your picture, then Payments & subscriptions.',
}
