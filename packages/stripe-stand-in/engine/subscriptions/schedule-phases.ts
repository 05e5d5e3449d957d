import { invalidRequest } from '../../store/stripe-api-error.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { named, type Moment } from '../../store/change-object.ts'
import { addIntervals, type Recurring } from '../amounts/billing-periods.ts'
import { requireAttached } from '../payments/card-behavior.ts'
import type { DiscountWish } from '../invoices/redeem-discounts.ts'
import { recurringOf } from '../invoices/invoice-lines.ts'
import { newItem, withoutDuplicates, type ItemWish } from './new-subscription-item.ts'
import { inCurrency } from './one-currency.ts'
import { periodOf } from './subscription-defaults.ts'

/** The phases of a subscription schedule: what a subscription is billed for, and until when. */

type Schedule = Objects['subscription_schedule']
type Subscription = Objects['subscription']
export type Phase = Schedule['phases'][number]

export type PhaseWish = {
  items: ItemWish[]
  discounts?: DiscountWish[] | ''
  start_date?: number | 'now'
  end_date?: number | 'now'
  duration?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
  trial?: boolean
  trial_end?: number | 'now'
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none'
  billing_cycle_anchor?: 'automatic' | 'phase_start'
  default_payment_method?: string
  metadata?: Record<string, string> | ''
}

/** The phase that runs, or undefined. */
export function currentPhase({ phases, current_phase }: Schedule): Phase | undefined {
  return phases.find(({ start_date }) => start_date === current_phase?.start_date)
}

/** The phase that follows the one that runs. */
export function nextPhase({ phases, current_phase }: Schedule): Phase | undefined {
  return phases.find(({ start_date }) => start_date === current_phase?.end_date)
}

/** A subscription as it stands, as the only phase of a new schedule. */
export function phaseOfSubscription(subscription: Subscription): Phase {
  const { start, end } = periodOf(subscription)
  return {
    ...blank,
    currency: subscription.currency,
    discounts: subscription.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: end,
    items: phaseItems(subscription.items.data),
    metadata: {},
    proration_behavior: 'create_prorations',
    start_date: start,
    trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
  }
}

function phaseItems(items: readonly Objects['subscription_item'][]): Phase['items'] {
  return items.map(({ price, quantity = 1, metadata }) => ({
    billing_thresholds: null,
    discounts: [],
    metadata,
    plan: price.id,
    price: price.id,
    quantity,
    tax_rates: [],
  }))
}

/** The wished phases; 400 for dates that do not follow each other, and for unknown prices, cards and discounts. */
export function plannedPhases(
  moment: Moment,
  schedule: Schedule,
  subscription: Subscription,
  wishes: PhaseWish[],
): Phase[] {
  if (wishes.length === 0) throw invalidRequest('You must provide at least one phase.', { param: 'phases' })
  const phases: Phase[] = []
  for (const [index, wish] of wishes.entries()) {
    const param = `phases[${index}]`
    const start = startOf(schedule, phases.at(-1), wish, param)
    phases.push(planned(moment, subscription, wish, { start, param, isLast: index === wishes.length - 1 }))
  }
  if ((phases[0]?.end_date ?? 0) <= moment.now) {
    throw invalidRequest('The current phase must end in the future.', { param: 'phases[0][end_date]' })
  }
  return phases
}

function startOf(schedule: Schedule, before: Phase | undefined, { start_date }: PhaseWish, param: string): number {
  const name = { param: `${param}[start_date]` }
  if (before) {
    if (start_date === undefined || start_date === before.end_date) return before.end_date
    throw invalidRequest('The start date of a phase must be the end date of the phase before it.', name)
  }
  if (start_date === undefined) {
    throw invalidRequest('You must specify a start date for the first phase.', { ...name, code: 'parameter_missing' })
  }
  if (start_date === schedule.current_phase?.start_date) return start_date
  throw invalidRequest('You cannot modify the start date of the current phase.', name)
}

type Place = { start: number; param: string; isLast: boolean }

function planned(moment: Moment, subscription: Subscription, wish: PhaseWish, place: Place): Phase {
  const { store } = moment
  const { start, param } = place
  const data = wish.items.map((item, index) => {
    const at = `${param}[items][${index}]`
    const period = { start, end: start }
    return inCurrency(newItem(moment, subscription.id, item, period, at), subscription.currency, at)
  })
  const [first] = withoutDuplicates(data)
  if (first === undefined) throw invalidRequest('A phase needs items.', { param: `${param}[items]` })
  const end_date = endOf(moment, wish, place, recurringOf(first.price))
  const method = wish.default_payment_method
  if (method !== undefined) {
    requireAttached(store, subscription.customer, method, `${param}[default_payment_method]`)
  }
  return {
    ...blank,
    billing_cycle_anchor: wish.billing_cycle_anchor ?? null,
    currency: subscription.currency,
    default_payment_method: method ?? null,
    discounts: (wish.discounts || []).map((each, index) => discountOf(moment, each, `${param}[discounts][${index}]`)),
    end_date,
    items: phaseItems(data),
    metadata: mergeMetadata(null, wish.metadata),
    proration_behavior: wish.proration_behavior ?? 'create_prorations',
    start_date: start,
    trial_end: trialEndOf(moment, wish, { start, end: end_date }, param),
  }
}

function endOf({ now }: Moment, wish: PhaseWish, { start, param, isLast }: Place, recurring: Recurring): number {
  const { end_date, duration } = wish
  if (end_date !== undefined && duration !== undefined) {
    throw invalidRequest(`You may only specify one of these parameters: ${param}[duration], ${param}[end_date].`)
  }
  if (end_date === undefined && duration === undefined && !isLast) {
    throw invalidRequest('Only the last phase may leave out both its end date and its duration.', { param })
  }
  const lasts = duration ? { interval_count: 1, ...duration } : recurring
  const end = end_date === 'now' ? now : (end_date ?? addIntervals(start, lasts, 1))
  if (end > start) return end
  throw invalidRequest('The end date of a phase must be after its start date.', { param: `${param}[end_date]` })
}

function trialEndOf({ now }: Moment, wish: PhaseWish, { start, end }: { start: number; end: number }, param: string) {
  const { trial, trial_end } = wish
  const asked = trial_end === 'now' ? now : (trial_end ?? (trial === true ? end : null))
  const isWithin = asked === null || (asked >= start && asked <= end)
  if (isWithin && (trial !== true || asked === end)) return asked
  throw invalidRequest('The trial of a phase must end within it.', { param: `${param}[trial_end]` })
}

function discountOf({ store }: Moment, wish: DiscountWish, param: string): Phase['discounts'][number] {
  const { coupon, discount, promotion_code } = wish
  if (coupon !== undefined) named(store, 'coupon', coupon, `${param}[coupon]`)
  if (promotion_code !== undefined) named(store, 'promotion_code', promotion_code, `${param}[promotion_code]`)
  if (discount !== undefined) named(store, 'discount', discount, `${param}[discount]`)
  return { coupon: coupon ?? null, discount: discount ?? null, promotion_code: promotion_code ?? null }
}

const blank = {
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  invoice_settings: null,
  on_behalf_of: null,
  transfer_data: null,
} satisfies Partial<Phase>
