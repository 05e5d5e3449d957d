import { HOUR } from '../../../contract/shared/durations.ts'
import type { SourceProblem } from '../../../system/runner-api/step-outcome.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { nextPoll } from './next-poll.ts'
import { branchesOf } from './subscription-branches.ts'

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
