import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { findService } from '../store/added-services.ts'
import { endRun, insertRuns } from '../store/runs.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { itemEvent, startItemRuns } from '../store/item-event.ts'
import { LATE_SCHEDULE } from './poll-rules.ts'
import { branchesOf } from '../store/running-triggers.ts'

/** Times that were missed and are named one by one; the last of them speaks for the rest. */
const MOST_MISSED_TIMES = 50

/** The message of a time that came while nothing ran, and of the last that is named where too many did. */
const MISSED = 'Missed: nothing could run at that time.'
const MISSED_SINCE = 'Missed: nothing could run from that time on, and later times are not listed.'

/** So late, in ms, an operator and the user hear of it. */
const LATE_ALARM = 2 * MINUTE

/** Starts what a schedule has due, names what was missed for more than an hour, and sets its next time. */
export function ringSubscription(memory: RunnerMemory, subscription: Subscription): void {
  const { world } = memory
  transact(memory, () => {
    const now = world.now()
    let item = nextTime(memory, subscription, (subscription.next_due ?? now) - 1)
    let last_event = subscription.last_event
    const late = now - (subscription.next_due ?? now)
    if (late > LATE_ALARM) tellLate(memory, subscription, late)
    for (let named = 0; item?.at != null && item.at <= now;) {
      last_event = item.at
      let next = nextTime(memory, subscription, item.at)
      if (now - item.at < LATE_SCHEDULE) startItemRuns(memory, item, branchesOf(memory, subscription))
      else {
        const isLast = ++named === MOST_MISSED_TIMES && next?.at != null && now - next.at >= LATE_SCHEDULE
        nameMissed(memory, subscription, item, isLast ? MISSED_SINCE : MISSED)
        if (isLast) next = nextTime(memory, subscription, now - LATE_SCHEDULE)
      }
      item = next
    }
    updateSubscription(memory, {
      ...subscription,
      last_event,
      last_checked: now,
      last_ok: now,
      next_due: item?.at ?? now + DAY,
    })
  })
}

/** Its operator and its user hear of a time that did not run. */
function tellLate(memory: RunnerMemory, subscription: Subscription, late: number): void {
  const { world, programs } = memory
  world.log('schedule_late', { subscription: subscription.id, late })
  for (const { applet_id } of branchesOf(memory, subscription)) {
    const name = programs.get(applet_id)?.program.name ?? ''
    world.spawn(world.tellLate({ applet_id, name, late }))
  }
}

/** A time that came while nothing ran, more than an hour ago: named in the history, never done silently. */
function nameMissed(memory: RunnerMemory, subscription: Subscription, item: TriggerItem, message: string): void {
  const event = itemEvent(item, memory.world.now())
  for (const run of insertRuns(memory, event, branchesOf(memory, subscription), { event_id: item.id }))
    endRun(memory, run, null, { state: 'skipped', message }, { contents: true, has_work: false })
}

/** The schedule's next time after `after` (ms), in its user's zone; null if it never comes. */
export function nextTime(
  memory: RunnerMemory,
  subscription: Pick<Subscription, 'module_name' | 'slug' | 'fields' | 'applets'>,
  after: number,
): TriggerItem | null {
  const next = findService(memory, subscription.module_name)?.triggers[subscription.slug]?.next
  const call = { fields: subscription.fields, applet_id: subscription.applets[0] ?? 0 }
  return next?.(call, { after, timezone: memory.settings.timezone }) ?? null
}
