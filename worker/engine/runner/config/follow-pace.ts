import { PLANS } from '../../../contract/tiers.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import { nextBegin, noteBegin } from '../triggers/pace.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'

/** A plan with more events a minute moves forward what the plan before held for its pace. */
export function followPace(memory: RunnerMemory, before: RunnerSettings): void {
  const { world, settings } = memory
  const now = world.now()
  const paceOf = ({ subscriptions }: RunnerSettings) => PLANS[tierOf(subscriptions, now)].hook_events_per_minute
  const pace = paceOf(settings)
  if (pace <= paceOf(before)) return
  const held = world.sql<{ seq: number; leads: number }>(
    "select seq, leads from run where ended_at is null and hold = 'pace' order by seq",
  )
  memory.begins = memory.begins.filter((begin) => begin <= now)
  let begins = now
  for (const { seq, leads } of held) {
    // The runs of one event begin together.
    if (leads === 1) {
      begins = nextBegin(memory.begins, pace, now)
      noteBegin(memory, begins)
    }
    world.sql('update run set begins = ?, due = ? where seq = ?', begins, begins, seq)
  }
}
