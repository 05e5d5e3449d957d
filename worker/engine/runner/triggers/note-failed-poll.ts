import type { SourceProblem } from '../../../system/runner-api/step-outcome.ts'
import { updateSubscription, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { nextPoll } from './next-poll.ts'

/** A poll that failed says why and comes again later; nothing is marked as seen. */
export function noteFailedPoll(memory: RunnerMemory, subscription: Subscription, problem: SourceProblem): void {
  const now = memory.world.now()
  const next = { ...subscription, fails: subscription.fails + 1, last_checked: now, note: problem.message }
  updateSubscription(memory, { ...next, next_due: nextPoll(memory, next, problem.retry_after) })
}
