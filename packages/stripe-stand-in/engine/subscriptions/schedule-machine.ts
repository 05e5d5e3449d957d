import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { change, type Moment } from '../../store/change-object.ts'
import { changeSubscription } from './change-subscription.ts'
import { endSubscription } from './end-subscription.ts'
import { releaseFrom, withoutCancellation } from './release-schedule.ts'
import {
  currentPhase,
  nextPhase,
  phaseOfSubscription,
  plannedPhases,
  type Phase,
  type PhaseWish,
} from './schedule-phases.ts'
import type { ChangedItem, PlanWish } from './plan-change.ts'
import { updateSubscription } from './update-subscription.ts'

/**
 * The states of a schedule that was made from a subscription:
 *
 *   active ─ last phase ends ─▶ released | completed, which cancels the subscription
 *     ├─ release ─▶ released
 *     └─ its subscription ends ─▶ canceled
 */

type Schedule = Objects['subscription_schedule']
type Subscription = Objects['subscription']

/** Puts a subscription under a schedule with one phase, as it stands. One that ends with its period still does (assumed). */
export function startSchedule({ store, now }: Moment, subscription: Subscription): Schedule {
  const phase = phaseOfSubscription(subscription)
  const { start_date, end_date } = phase
  const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const schedule: Schedule = {
    id: store.id('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { end_date, start_date },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: subscription.collection_method,
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: subscription.invoice_settings && { ...subscription.invoice_settings, days_until_due: null },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: ends ? 'cancel' : 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
  store.put('subscription_schedule', schedule)
  changeSubscription(store, subscription.id, { schedule: schedule.id })
  store.emit('subscription_schedule.created', schedule)
  return schedule
}

type ScheduleChange = {
  phases?: PhaseWish[] | undefined
  /** Lets its subscription go at its end. */
  releases: boolean
  default_payment_method?: string | undefined
  /** How a change of the current phase is billed. */
  prorations: PlanWish['prorations']
}

export function updateSchedule(moment: Moment, before: Schedule, wish: ScheduleChange): Schedule {
  const { store } = moment
  const subscription = runningUnder(moment, before, 'update')
  const method = wish.default_payment_method
  const phases = wish.phases ? plannedPhases(moment, before, subscription, wish.phases) : before.phases
  const [first] = wish.phases ? phases : []
  const after = change(
    store,
    'subscription_schedule',
    before.id,
    {
      phases,
      ...(first && { current_phase: { end_date: first.end_date, start_date: first.start_date } }),
      ...(wish.releases && { end_behavior: 'release' as const }),
      ...(method !== undefined && {
        default_settings: { ...before.default_settings, default_payment_method: method },
      }),
    },
    'subscription_schedule.updated',
  )
  if (first) applyPhase(moment, after, first, { prorations: wish.prorations, begins: false })
  if (wish.releases) changeSubscription(store, subscription.id, withoutCancellation)
  return store.require('subscription_schedule', before.id)
}

/** At the end of a phase: begins the next one, or ends the schedule. */
export function endPhase(moment: Moment, schedule: Schedule): void {
  const { store, now } = moment
  const next = nextPhase(schedule)
  if (next) {
    const current_phase = { end_date: next.end_date, start_date: next.start_date }
    const after = change(
      store,
      'subscription_schedule',
      schedule.id,
      { current_phase },
      'subscription_schedule.updated',
    )
    const prorations = next.proration_behavior === 'none' ? 'none' : 'create_prorations'
    return applyPhase(moment, after, next, { prorations, begins: true })
  }
  if (schedule.end_behavior !== 'cancel') return void releaseFrom(moment, schedule, false)
  const subscription = store.require('subscription', schedule.subscription ?? '')
  const done = { status: 'completed' as const, completed_at: now, current_phase: null, subscription: null }
  change(store, 'subscription_schedule', schedule.id, done)
  store.emit('subscription_schedule.completed', store.require('subscription_schedule', schedule.id))
  endSubscription(moment, { ...subscription, schedule: null }, 'cancellation_requested')
}

export function releaseSchedule(moment: Moment, schedule: Schedule, keepsCancellation: boolean): Schedule {
  runningUnder(moment, schedule, 'release')
  return releaseFrom(moment, schedule, keepsCancellation)
}

/** The subscription under a schedule; 400 if the schedule is over. */
function runningUnder({ store }: Moment, schedule: Schedule, verb: 'update' | 'release'): Subscription {
  if (schedule.status === 'active' && schedule.subscription) {
    return store.require('subscription', schedule.subscription)
  }
  throw invalidRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in one of these statuses: not_started, active.`,
  )
}

type PhaseStart = Pick<PlanWish, 'prorations'> & { begins: boolean }

/**
 * Makes the subscription what the phase says. A phase without discounts takes the subscription's away. One that begins
 * with the anchor `phase_start` begins a billing cycle; with `automatic`, only if its interval is another one.
 */
function applyPhase(moment: Moment, schedule: Schedule, phase: Phase, { prorations, begins }: PhaseStart): void {
  const { store, now } = moment
  const subscription = store.require('subscription', schedule.subscription ?? '')
  const method = schedule.default_settings.default_payment_method
  updateSubscription(moment, subscription, {
    items: itemChanges(subscription, phase),
    prorations,
    restarts: begins && phase.billing_cycle_anchor === 'phase_start',
    endsTrial: phase.trial_end === null && (subscription.trial_end ?? 0) > now,
    behavior: 'allow_incomplete',
    onSession: false,
    fields: {
      discounts: subscription.discounts.filter((id) => phase.discounts.some(({ discount }) => discount === id)),
      ...(method !== null && { default_payment_method: method }),
    },
  })
}

/** Another price means another item, with an id of its own (assumed). */
function itemChanges({ items }: Subscription, phase: Phase): ChangedItem[] {
  const wanted = phase.items.map(({ price, quantity = 1 }) => ({ price, quantity }))
  const kept = items.data.map((item) => ({ item, same: wanted.find(({ price }) => price === item.price.id) }))
  return [
    ...kept.flatMap(({ item, same }): ChangedItem[] => {
      if (!same) return [{ id: item.id, deleted: true }]
      return same.quantity === item.quantity ? [] : [{ id: item.id, quantity: same.quantity }]
    }),
    ...wanted.filter((each) => kept.every(({ same }) => same !== each)),
  ]
}

/** A direct change of the subscription's items also changes the phase that runs. */
export function followItems({ store }: Moment, subscription: Subscription): void {
  const schedule = store.get('subscription_schedule', subscription.schedule)
  const running = schedule && currentPhase(schedule)
  if (!schedule || !running) return
  const { items } = phaseOfSubscription(subscription)
  const phases = schedule.phases.map((phase) => (phase === running ? { ...phase, items } : phase))
  change(store, 'subscription_schedule', schedule.id, { phases }, 'subscription_schedule.updated')
}
