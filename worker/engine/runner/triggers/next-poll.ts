import { HOUR } from '../../../contract/shared/durations.ts'
import { PLANS } from '../../../contract/tiers.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'
import { pollInterval, secondPollShare } from './poll-rules.ts'
import { SOONEST } from './poll-soon.ts'

/** A held poll comes again at `due` (ms); nothing is marked as seen. */
export function postponePoll(memory: RunnerMemory, subscription: Subscription, due: number | null): void {
  const now = memory.world.now()
  const next_due = memory.poked.has(subscription.id) ? now + SOONEST : (due ?? now + HOUR)
  updateSubscription(memory, { ...subscription, next_due })
}

/** How often the user's plan polls at most, in ms. */
export function leastInterval({ subscriptions }: RunnerSettings, now: number): number {
  return PLANS[tierOf(subscriptions, now)].poll_every
}

/**
 * When a poll comes again, in ms. `fresh_for`: how long its service says that nothing is new, in ms. `first`: none came
 * before.
 */
export function nextPoll(
  { world, settings, poked }: RunnerMemory,
  subscription: Subscription,
  fresh_for: number | null,
  first = false,
): number {
  const now = world.now()
  // News that a service told of while it was asked may not be in its answer.
  if (poked.has(subscription.id)) return now + SOONEST
  const { gaps, last_event, fails, changed } = subscription
  const least = leastInterval(settings, now)
  const interval = pollInterval({ least, gaps, last_event, fails, fresh_for, changed }, now)
  return Math.round(now + interval * (first && fresh_for === null ? secondPollShare(subscription.key) : 1))
}
