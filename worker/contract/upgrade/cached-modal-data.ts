import { PAID_TIERS, SOLD_PLANS, TIERS, type SoldPlan } from '../tiers.ts'
import { MODAL_DATA_KEPT } from '../limits.ts'
import { BILLED_BY } from '../billed-by.ts'
import type { SubscriptionModal } from './upgrade.ts'
import { isRecord } from '../shared/is-record.ts'

/** Whether a value from KV or a browser's storage, which may be anything, is this user's data for this plan. */
export function isModalData(value: unknown, user_id: string, plan: SoldPlan): value is SubscriptionModal {
  if (!isRecord(value)) return false
  const { held, campaign, eligible_trial_period, served_at } = value
  return (
    value.user_id === user_id &&
    value.plan === plan &&
    TIERS.some((tier) => tier === value.tier) &&
    [...BILLED_BY, null].some((type) => type === value.subscriptionPaymentType) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    FLAGS.every((name) => typeof value[name] === 'boolean') &&
    [eligible_trial_period, served_at].every(Number.isFinite) &&
    (held === null || isHeld(held)) &&
    (campaign === null || typeof campaign === 'string') &&
    SOLD_PLANS.every((sold) => value[sold] === null || isOffer(value[sold]))
  )
}

/** Whether data since then may still be kept (§9); not from the future. In ms of one clock. */
export function isFresh(since: number, now: number): boolean {
  return since <= now && now < since + MODAL_DATA_KEPT
}

const TEXTS = [
  'email',
  'browser_type',
  'create_stripe_customer_url',
  'subscriptions_path',
  'publishable_key',
] as const satisfies (keyof SubscriptionModal)[]
const FLAGS = ['eligible_for_trial', 'student'] as const satisfies (keyof SubscriptionModal)[]

function isHeld(value: unknown): boolean {
  return isRecord(value) && PAID_TIERS.some((tier) => tier === value.plan_id) && typeof value.payment_type === 'string'
}

function isOffer(value: unknown): boolean {
  if (!isRecord(value) || typeof value.product_id !== 'string') return false
  const prices = [value.monthly_plan, value.yearly_plan]
  return prices.every((price) => price === null || isPrice(price)) && prices.some((price) => price !== null)
}

function isPrice(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value.amount) && typeof value.currency === 'string'
}
