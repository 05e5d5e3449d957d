import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { insertRuns, type NewRun } from '../store/runs.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { itemEvent } from '../store/item-event.ts'
import type { FollowingBranch } from './subscription-branches.ts'

/** Starts the item's run in each of these branches. Returns how many are new. */
export function startItemRuns(
  memory: RunnerMemory,
  { id: subscription }: Subscription,
  item: TriggerItem,
  begins: number,
  branches: FollowingBranch[],
): number {
  const runs = branches.map(({ applet_id, rev, branch }): NewRun => {
    return {
      applet_id,
      rev,
      feature: branch.feature,
      subscription,
      event_id: item.id,
      body_hash: null,
      cause: 'event',
      hops: 0,
      begins,
    }
  })
  return runs.length === 0 ? 0 : insertRuns(memory, itemEvent(item, begins), runs).length
}
