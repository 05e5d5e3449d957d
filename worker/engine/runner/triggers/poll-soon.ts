import { listSubscriptions, updateSubscription, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Which polls: all of an Applet, those of one identity, or those of one account. */
export type PollTarget = { applet_id: number } | { identity: string } | { account_id: string }

/** At most so often for one subscription, in ms, however often a service says so. */
export const SOONEST = 5000

/** Makes these polls due at once. */
export function pollSoon(memory: RunnerMemory, which: PollTarget): void {
  const now = memory.world.now()
  for (const subscription of listSubscriptions(memory)) {
    if (subscription.kind !== 'poll' || subscription.next_due === null || !isMeant(subscription, which)) continue
    memory.poked.add(subscription.id)
    const next_due = Math.min(now + SOONEST, Math.max(now, (subscription.last_checked ?? 0) + SOONEST))
    if (next_due < subscription.next_due) updateSubscription(memory, { ...subscription, next_due })
  }
}

function isMeant({ applets, key, account_id }: Subscription, which: PollTarget): boolean {
  if ('applet_id' in which) return applets.includes(which.applet_id)
  if ('identity' in which) return key === which.identity
  return account_id === which.account_id
}
