import type { Objects } from '../../store/stripe-objects.ts'
import { change, type Moment } from '../../store/change-object.ts'
import { changeSubscription } from './change-subscription.ts'

/** How a schedule lets go of its subscription. */

type Schedule = Objects['subscription_schedule']
type Subscription = Objects['subscription']

export const withoutCancellation = {
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
} satisfies Partial<Subscription>

/** The subscription goes on as it is; a cancellation that the schedule would have made stays only if it is kept. */
export function releaseFrom({ store, now }: Moment, schedule: Schedule, keepsCancellation: boolean): Schedule {
  const id = schedule.subscription
  const released = change(store, 'subscription_schedule', schedule.id, {
    status: 'released',
    released_at: now,
    released_subscription: id,
    current_phase: null,
    subscription: null,
  })
  if (id !== null) {
    const drops = schedule.end_behavior === 'cancel' && !keepsCancellation
    changeSubscription(store, id, { schedule: null, ...(drops && withoutCancellation) })
  }
  store.emit('subscription_schedule.released', released)
  return released
}

/** The subscription has ended, and its schedule with it. */
export function cancelScheduleOf({ store, now }: Moment, { schedule: id }: Subscription): void {
  const schedule = store.get('subscription_schedule', id)
  if (schedule?.status !== 'active') return
  const ended = change(store, 'subscription_schedule', schedule.id, {
    status: 'canceled',
    canceled_at: now,
    current_phase: null,
  })
  store.emit('subscription_schedule.canceled', ended)
}
