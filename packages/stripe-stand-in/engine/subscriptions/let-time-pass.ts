import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { hour, trialWarning } from '../amounts/billing-periods.ts'
import type { Moment } from '../../store/change-object.ts'
import { advanceDraft, endTrial, renew, retryInvoice, warnOfTrialEnd } from './renew-subscription.ts'
import { answerRefund } from '../payments/refund-charge.ts'
import { endPhase } from './schedule-machine.ts'
import { periodOf } from './subscription-defaults.ts'
import { endSubscription, expireIncomplete } from './end-subscription.ts'

/** Runs scheduled changes in the order in which they are due. */

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']
type Refund = Objects['refund']
type Due = { at: number; run(moment: Moment): void }

const EXPIRES_AFTER = 23 * hour

/** Runs what is due by `until` for customers on this clock; null is real time. Calls `reach` with each second. */
export function letTimePass(
  store: ObjectStore,
  clock: string | null,
  until: number,
  reach: (at: number) => void,
): void {
  for (let due = findNextDue(store, clock, until); due !== undefined; due = findNextDue(store, clock, until)) {
    const { at, run } = due
    reach(at)
    store.atomically(() => run({ store, now: at }))
  }
}

/** At the same second invoices go first, so that a payment in time prevents a cancellation. */
export function findNextDue(store: ObjectStore, clock: string | null, until: number): Due | undefined {
  const isOn = ({ test_clock }: Invoice | Subscription) => (test_clock ?? null) === clock
  // Reads without copying, because nearly always nothing is due.
  const invoices = store.all('invoice', (each) => isOn(each) && (dueOfInvoice(each)?.at ?? Infinity) <= until)
  const isDue = (each: Subscription) => duesOf(store, each).some(({ at }) => at <= until)
  const subscriptions = store.all('subscription', (each) => isOn(each) && isDue(each))
  const dues = [
    ...invoices.map(dueOfInvoice),
    ...subscriptions.flatMap((each) => duesOf(store, each)),
    ...duesOfRefunds(store, clock),
  ]
  const first = dues.reduce((found, each) => (found && found.at <= (each?.at ?? Infinity) ? found : each), undefined)
  return first && first.at <= until ? first : undefined
}

function duesOfRefunds(store: ObjectStore, clock: string | null): Due[] {
  const answeredAt = ({ id }: Refund) => store.hidden(id).refund_answered_at ?? null
  return store
    .all('refund', (each) => answeredAt(each) !== null)
    .filter(({ customer }) => (store.get('customer', customer)?.test_clock ?? null) === clock)
    .map((refund) => ({ at: answeredAt(refund) ?? 0, run: (moment) => answerRefund(moment, refund) }))
}

function dueOfInvoice(invoice: Invoice): Due | undefined {
  const { auto_advance, status, automatically_finalizes_at, next_payment_attempt } = invoice
  if (auto_advance !== true) return undefined
  if (status === 'draft' && automatically_finalizes_at !== null) {
    return { at: automatically_finalizes_at, run: (moment) => advanceDraft(moment, invoice) }
  }
  if (status === 'open' && next_payment_attempt !== null) {
    return { at: next_payment_attempt, run: (moment) => retryInvoice(moment, invoice) }
  }
  return undefined
}

function duesOf(store: ObjectStore, subscription: Subscription): Due[] {
  const { status, created, cancel_at, trial_end } = subscription
  if (status === 'incomplete') {
    return [{ at: created + EXPIRES_AFTER, run: (moment) => expireIncomplete(moment, subscription) }]
  }
  if (!['active', 'past_due', 'trialing'].includes(status)) return []
  const dues = phaseDues(store, subscription)
  if (cancel_at !== null) {
    dues.push({ at: cancel_at, run: (moment) => void endSubscription(moment, subscription, 'cancellation_requested') })
  }
  if (status !== 'trialing' || trial_end === null) {
    return [...dues, { at: periodOf(subscription).end, run: (moment) => renew(moment, subscription) }]
  }
  if (store.hidden(subscription.id).trial_warned !== trial_end) {
    const at = trialWarning(subscription.trial_start ?? created, trial_end)
    dues.push({ at, run: (moment) => warnOfTrialEnd(moment, subscription) })
  }
  return [...dues, { at: trial_end, run: (moment) => endTrial(moment, subscription) }]
}

/** A phase ends before its subscription renews at the same second, so that the invoice has the next phase's price. */
function phaseDues(store: ObjectStore, { schedule: id }: Subscription): Due[] {
  const schedule = store.get('subscription_schedule', id)
  if (schedule?.status !== 'active' || schedule.current_phase === null) return []
  return [{ at: schedule.current_phase.end_date, run: (moment) => endPhase(moment, schedule) }]
}
