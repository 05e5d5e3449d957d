import { HOUR } from '../../../contract/shared/durations.ts'
import { callService } from '../execution/call-step.ts'
import { RETRY_WAITS } from '../execution/retry-rules.ts'
import { MISSING_STEP } from '../execution/work-on-query.ts'
import { findService } from '../store/added-services.ts'
import {
  dueLeaving,
  endLeaving,
  leavingKeys,
  noteLeaving,
  postponeLeaving,
  type Leaving,
} from '../store/unsubscribes-due.ts'
import { listSubscriptions, readSubscriptionById, updateSubscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

/**
 * Tells a service that nobody follows a trigger identity anymore. Any answer ends it, and so does an account that is
 * gone; only a service that cannot be reached is told again. The row stays until then, so a crash costs a repetition.
 */
export async function leaveTrigger(memory: RunnerMemory, leaving: Leaving): Promise<void> {
  const { key, module_name, slug, account_id, fails } = leaving
  const { fields = {}, etag: mark = null } = readSubscriptionById(memory, leaving.subscription) ?? {}
  const caller = { module_name, account_id, key: null, applet_id: 0, hops: 0 }
  const result = await callService(memory, caller, async (service, io) => {
    const leave = service.triggers[slug]?.leave
    return leave ? leave({ identity: key, fields, mark, is_last: isLast(memory, leaving) }, io) : MISSING_STEP
  })
  const { world } = memory
  if (result.kind === 'held') {
    if (result.hold === 'connection') return endLeaving(memory, leaving)
    return postponeLeaving(memory, leaving, { due: result.due ?? world.now() + HOUR })
  }
  const { outcome } = result
  askForHintsAgain(memory, leaving)
  const wait = RETRY_WAITS[fails]
  const isAway = !outcome.ok && (outcome.problem.failure === 'transport' || outcome.problem.failure === 'timeout')
  if (!isAway || wait === undefined) return endLeaving(memory, leaving)
  postponeLeaving(memory, leaving, { due: world.now() + wait, fails: fails + 1 })
}

/** Who follows it again, even by now, asks as if for the first time, and so for hints too. */
function askForHintsAgain(memory: RunnerMemory, { module_name, slug, subscription }: Leaving): void {
  if (!findService(memory, module_name)?.triggers[slug]?.hint) return
  const left = readSubscriptionById(memory, subscription)
  if (left) updateSubscription(memory, { ...left, etag: null, last_modified: null })
}

/**
 * Whether no other trigger of the account is followed; asked at the last moment, because one may begin meanwhile, and
 * not of those that are being left too.
 */
function isLast(memory: RunnerMemory, { module_name, account_id }: Leaving): boolean {
  const left = leavingKeys(memory)
  return !listSubscriptions(memory).some(
    (each) =>
      each.module_name === module_name &&
      each.account_id === account_id &&
      each.applets.length > 0 &&
      !left.has(each.key),
  )
}

/** Before a Runner is forgotten: tells services of all its triggers, once and as far as it can. */
export async function leaveAllTriggers(memory: RunnerMemory): Promise<void> {
  const followed = listSubscriptions(memory).filter(({ kind, applets }) => kind === 'poll' && applets.length > 0)
  for (const subscription of followed) noteLeaving(memory, subscription)
  await Promise.allSettled(
    dueLeaving(memory, memory.world.calls_a_turn).map((leaving) => leaveTrigger(memory, leaving)),
  )
}
