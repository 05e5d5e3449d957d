import type { Objects } from '../objects.ts'
import type { Store } from '../store.ts'
import { hour, trialWarning } from './calendar.ts'
import type { Moment } from './change.ts'
import { advanceDraft, endTrial, renew, resumeCollection, retryInvoice, warnOfTrialEnd } from './renew.ts'
import { periodOf } from './new-subscription.ts'
import { endSubscription, expireIncomplete, expirePendingUpdate } from './standing.ts'

/** What happens by itself, in the order in which it is due. Each thing that happens is due no more. */

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']
type Due = { at: number; run(moment: Moment): void }

const EXPIRES_AFTER = 23 * hour

/** Everything that is due by `until` for customers on this clock; null is real time. `reach` hears of each second. */
export function letTimePass(store: Store, clock: string | null, until: number, reach: (at: number) => void): void {
  for (let due = nextDue(store, clock); due !== undefined && due.at <= until; due = nextDue(store, clock)) {
    reach(due.at)
    const { at, run } = due
    store.atomically(() => run({ store, now: at }))
  }
}

function nextDue(store: Store, clock: string | null): Due | undefined {
  const dues = [
    ...store
      .all('invoice')
      .filter((each) => (each.test_clock ?? null) === clock)
      .flatMap(duesOfInvoice),
    ...store
      .all('subscription')
      .filter((each) => (each.test_clock ?? null) === clock)
      .flatMap((each) => duesOf(store, each)),
  ]
  // Of two at the same second the invoice goes first: what is paid in time is not cancelled.
  return dues.reduce<Due | undefined>(
    (first, each) => (first !== undefined && first.at <= each.at ? first : each),
    undefined,
  )
}

function duesOfInvoice(invoice: Invoice): Due[] {
  if (invoice.auto_advance !== true) return []
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null) {
    return [{ at: invoice.automatically_finalizes_at, run: (moment) => advanceDraft(moment, invoice) }]
  }
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
    return [{ at: invoice.next_payment_attempt, run: (moment) => retryInvoice(moment, invoice) }]
  }
  return []
}

function duesOf(store: Store, subscription: Subscription): Due[] {
  const { status, created, cancel_at, trial_end, pending_update, pause_collection } = subscription
  if (status === 'incomplete') {
    return [{ at: created + EXPIRES_AFTER, run: (moment) => expireIncomplete(moment, subscription) }]
  }
  if (!['active', 'past_due', 'trialing'].includes(status)) return []
  const dues: Due[] = []
  if (pending_update)
    dues.push({ at: pending_update.expires_at, run: (moment) => expirePendingUpdate(moment, subscription) })
  const resumes = pause_collection?.resumes_at
  if (resumes) dues.push({ at: resumes, run: (moment) => resumeCollection(moment, subscription) })
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
