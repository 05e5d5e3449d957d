import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { named, type Moment } from '../../store/change-object.ts'
import { addIntervals, type Recurring } from '../amounts/billing-periods.ts'
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
  discounts?: { discount: string }[] | ''
  start_date?: number
  end_date?: number
  duration?: { interval: 'month' | 'year'; interval_count?: number }
  /** The end of the subscription's trial; without it, a trial ends with the phase's begin. */
  trial_end?: number
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none'
  billing_cycle_anchor?: 'automatic' | 'phase_start'
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

/** The wished phases; 400 for dates that do not follow each other, and for unknown prices and discounts. */
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
  if (wish.trial_end !== undefined && wish.trial_end !== subscription.trial_end) {
    throw invalidRequest('The stand-in moves no trial’s end.', { param: `${param}[trial_end]` })
  }
  return {
    ...blank,
    billing_cycle_anchor: wish.billing_cycle_anchor ?? null,
    currency: subscription.currency,
    discounts: (wish.discounts || []).map(({ discount }, index) => {
      named(store, 'discount', discount, `${param}[discounts][${index}][discount]`)
      return { coupon: null, discount, promotion_code: null }
    }),
    end_date: endOf(wish, place, recurringOf(first.price)),
    items: phaseItems(data),
    metadata: {},
    proration_behavior: wish.proration_behavior ?? 'create_prorations',
    start_date: start,
    trial_end: wish.trial_end ?? null,
  }
}

function endOf(wish: PhaseWish, { start, param, isLast }: Place, recurring: Recurring): number {
  const { end_date, duration } = wish
  if (end_date !== undefined && duration !== undefined) {
    throw invalidRequest(`You may only specify one of these parameters: ${param}[duration], ${param}[end_date].`)
  }
  if (end_date === undefined && duration === undefined && !isLast) {
    throw invalidRequest('Only the last phase may leave out both its end date and its duration.', { param })
  }
  const lasts = duration ? { interval_count: 1, ...duration } : recurring
  const end = end_date ?? addIntervals(start, lasts, 1)
  if (end > start) return end
  throw invalidRequest('The end date of a phase must be after its start date.', { param: `${param}[end_date]` })
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
