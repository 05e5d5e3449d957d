import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import type { TriggerItem } from '../../runner-api/step-outcome.ts'
import { insertMissedRun } from '../store/missed-runs.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { transact } from '../store/transact.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { itemEvent } from './item-event.ts'
import { LATE_SCHEDULE } from './poll-rules.ts'
import { startItemRuns } from './start-item-runs.ts'
import { branchesOf } from './subscription-branches.ts'

/** Times that were missed and are named one by one; more are left out. */
const MOST_MISSED_TIMES = 50

/** So late, in ms, an operator hears of it. */
const LATE_ALARM = 2 * MINUTE

/** Starts what a schedule has due, names what was missed for more than an hour, and sets its next time. */
export function ringSubscription(memory: RunnerMemory, subscription: Subscription): void {
  const { world } = memory
  transact(memory, () => {
    const now = world.now()
    let item = nextTime(memory, subscription, (subscription.next_due ?? now) - 1)
    let last_event = subscription.last_event
    const late = now - (subscription.next_due ?? now)
    if (late > LATE_ALARM) world.log('schedule_late', { subscription: subscription.id, late })
    for (let times = 0; item?.at != null && item.at <= now && times < MOST_MISSED_TIMES; times++) {
      if (now - item.at < LATE_SCHEDULE)
        startItemRuns(memory, subscription, item, now, branchesOf(memory, subscription))
      else
        for (const { applet_id, rev, branch } of branchesOf(memory, subscription))
          insertMissedRun(
            memory,
            { applet_id, rev, feature: branch.feature, subscription: subscription.id },
            item,
            itemEvent(item, now),
          )
      last_event = item.at
      item = nextTime(memory, subscription, item.at)
    }
    if (item?.at != null && item.at <= now) item = nextTime(memory, subscription, now)
    updateSubscription(memory, {
      ...subscription,
      last_event,
      last_checked: now,
      last_ok: now,
      next_due: item?.at ?? now + DAY,
    })
  })
}

/** The schedule's next time after `after` (ms), in its user's zone; null if it never comes. */
export function nextTime(
  { world, settings }: RunnerMemory,
  subscription: Pick<Subscription, 'module_name' | 'slug' | 'fields' | 'applets'>,
  after: number,
): TriggerItem | null {
  const next = world.findService(subscription.module_name)?.triggers[subscription.slug]?.next
  const call = { fields: subscription.fields, applet_id: subscription.applets[0] ?? 0 }
  return next?.(call, { after, timezone: settings.timezone }) ?? null
}
