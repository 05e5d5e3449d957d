import { HOUR } from '../../../contract/shared/durations.ts'
import { PLANS } from '../../../contract/tiers.ts'
import type { PollTarget } from '../../../system/runner-api/runner-api.ts'
import type { SourceProblem } from '../../../system/runner-api/step-outcome.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import { branchesOf } from '../store/running-triggers.ts'
import {
  listSubscriptions,
  readSubscriptionById,
  updateSubscription,
  type Subscription,
} from '../store/subscriptions.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'
import { pollInterval, secondPollShare, SOONEST } from './poll-rules.ts'

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

/** The subscription as it is after it was asked; null where no Applet follows it by now. */
export function stillFollowed(memory: RunnerMemory, id: number): Subscription | null {
  const now = readSubscriptionById(memory, id)
  if (!now || now.applets.length === 0) return null
  if (branchesOf(memory, now).length > 0) return now
  // All its Applets were turned off by themselves: nothing is marked as seen before their user resumes them.
  updateSubscription(memory, { ...now, next_due: null })
  return null
}

/** A held poll comes again at `due` (ms); nothing is marked as seen. */
export function postponePoll(memory: RunnerMemory, subscription: Subscription, due: number | null): void {
  const now = memory.world.now()
  const next_due = memory.poked.has(subscription.id) ? now + SOONEST : (due ?? now + HOUR)
  updateSubscription(memory, { ...subscription, next_due })
}

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

function isMeant({ applets, key }: Subscription, which: PollTarget): boolean {
  return 'applet_id' in which ? applets.includes(which.applet_id) : key === which.identity
}

/** A poll that failed says why and comes again later; nothing is marked as seen. */
export function noteFailedPoll(memory: RunnerMemory, subscription: Subscription, problem: SourceProblem): void {
  const next = failedOnceMore(memory, subscription, problem.message)
  updateSubscription(memory, { ...next, next_due: nextPoll(memory, next, problem.retry_after) })
}

/** The subscription after a look that failed, of which its user is told once: at the first look, or after an hour. */
export function failedOnceMore(memory: RunnerMemory, subscription: Subscription, note: string): Subscription {
  const now = memory.world.now()
  const next = { ...subscription, fails: subscription.fails + 1, last_checked: now, note }
  if (hasFailedLong(next) && !hasFailedLong(subscription)) tellLookFailed(memory, next, note)
  return next
}

/** One failure of a trigger that has worked may be over by the next look. */
function hasFailedLong({ fails, last_ok, last_checked }: Subscription): boolean {
  if (last_ok === null) return fails > 0
  return fails > 1 && (last_checked ?? 0) - last_ok >= HOUR
}

function tellLookFailed(memory: RunnerMemory, subscription: Subscription, message: string): void {
  const { world, programs } = memory
  for (const { applet_id } of branchesOf(memory, subscription)) {
    const { name = '', notify_failures = false } = programs.get(applet_id)?.program ?? {}
    world.spawn(world.tellLookFailed({ applet_id, name, message, notify: notify_failures }))
  }
}
