import { HOUR } from '../../contract/shared/durations.ts'
import { tierOf } from '../../entitlements/entitlement-rules.ts'
import { hasFastPolls } from '../execution/hold-rules.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { pollInterval, spreadOf } from './poll-rules.ts'
import { SOONEST } from './poll-soon.ts'

/** A held poll comes again at `due` (ms); nothing is marked as seen. */
export function postponePoll(memory: RunnerMemory, subscription: Subscription, due: number | null): void {
  const now = memory.world.now()
  const next_due = memory.poked.has(subscription.id) ? now + SOONEST : (due ?? now + HOUR)
  updateSubscription(memory, { ...subscription, next_due })
}

/** When a poll comes again, in ms. `fresh_for`: how long its service says that nothing is new, in ms. */
export function nextPoll(
  { world, settings, poked }: RunnerMemory,
  subscription: Subscription,
  fresh_for: number | null,
): number {
  const now = world.now()
  // What a service told of while it was asked may not be in its answer.
  if (poked.has(subscription.id)) return now + SOONEST
  const { gaps, last_event, fails, changed } = subscription
  const fast = hasFastPolls(tierOf(settings.subscriptions, now))
  const interval = pollInterval({ fast, gaps, last_event, fails, fresh_for, changed }, now)
  // The second poll comes early by a share of its own, so that polls of all users are spread over the interval.
  const early = subscription.last_event === null && subscription.fails === 0 && fresh_for === null
  return Math.round(now + interval * (early ? 0.5 + spreadOf(subscription.key) / 2 : 1))
}
