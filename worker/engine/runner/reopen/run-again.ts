import { findRun } from '../read/read-run.ts'
import { programToRepeat } from '../store/programs.ts'
import { itemEvent, startItemRuns } from '../store/item-event.ts'
import { insertRuns, readEvent } from '../store/runs.ts'
import { exampleValues, insertTestRun } from '../store/test-runs.ts'
import { listSubscriptions, missedBy, updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import { branchesOf } from '../store/running-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId, newSalt } from '../world/ulid.ts'

/**
 * Runs an event again as a new run, with the Applet's present version or its draft's. Null if its contents are gone.
 */
export function runAgain(memory: RunnerMemory, id: string): string | null {
  const run = findRun(memory, id)
  const event = run && readEvent(memory, run)
  const again = run && programToRepeat(memory, run)
  if (!run || !event || !again) return null
  const { world } = memory
  const { applet_id, feature, subscription } = run
  const event_id = `${run.event_id}#${newSalt(() => world.random())}`
  const cause = again.program.of_draft ? 'test' : 'again'
  const start = { applet_id, rev: again.rev, feature, subscription }
  const made = transact(memory, () => insertRuns(memory, event, [start], { event_id, cause }))
  return made[0] ? encodeRunId(made[0]) : null
}

/** Runs an Applet once with its trigger's examples. Null if it is not on. */
export function runTest(memory: RunnerMemory, applet_id: number): string | null {
  const { world } = memory
  const current = memory.programs.get(applet_id)
  const branch = current?.program.branches[0]
  if (!current || !branch) return null
  const event = itemEvent({ id: '', at: null, ingredients: exampleValues(memory, branch.trigger) }, world.now())
  return transact(memory, () => insertTestRun(memory, { applet_id, rev: current.rev, branch, event }))
}

/** Runs what a trigger had while its Applet was off. Returns how many. */
export function runMissed(memory: RunnerMemory, applet_id: number): number {
  const of = (subscription: Subscription) => subscription.applets.includes(applet_id)
  return transact(memory, () => {
    let started = 0
    for (const subscription of listSubscriptions(memory).filter(of)) {
      const missed = missedBy(subscription, applet_id)
      const branches = branchesOf(memory, subscription).filter((branch) => branch.applet_id === applet_id)
      if (missed.length === 0 || branches.length === 0) continue
      for (const item of missed) started += startItemRuns(memory, item, branches)
      updateSubscription(memory, {
        ...subscription,
        missed: subscription.missed.filter((item) => !missed.includes(item)),
      })
    }
    return started
  })
}
