import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import { listSubscriptions, updateSubscription } from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { nextTime } from './clock-subscription.ts'

/** After the clock went back: what was planned by the time before would wait until that comes again. */
export function followClockBack(memory: RunnerMemory): void {
  const { world } = memory
  const now = world.now()
  for (const entry of memory.under_way.values()) entry.touched = Math.min(entry.touched, now)
  transact(memory, () => {
    world.sql(
      `update run set due = ? where ended_at is null and (state in ('ready', 'calling') and due > ? or state = 'retrying' and due > ?)`,
      now,
      now,
      now + DAY,
    )
    world.sql('update leaving set due = ? where due > ?', now, now + DAY)
    for (const subscription of listSubscriptions(memory)) {
      const { next_due, kind, last_checked } = subscription
      if (next_due === null) continue
      // Checked in what is the future now, or not yet at all: its interval would begin there.
      if (kind === 'poll' && (last_checked === null || last_checked > now)) {
        const soon = Math.min(next_due, now + MINUTE)
        updateSubscription(memory, { ...subscription, last_checked: last_checked && now, next_due: soon })
        continue
      }
      const latest = kind === 'clock' ? (nextTime(memory, subscription, now)?.at ?? now + DAY) : now + DAY
      if (next_due > latest) updateSubscription(memory, { ...subscription, next_due: latest })
    }
  })
}
