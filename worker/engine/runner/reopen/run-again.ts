import { findRun } from '../read/read-run.ts'
import { programToRepeat } from '../store/programs.ts'
import { itemEvent } from '../store/item-event.ts'
import { insertRuns, readEvent } from '../store/runs.ts'
import { insertTestRun } from '../store/test-runs.ts'
import { listSubscriptions, missedBy, updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import { exampleValues } from '../triggers/example-values.ts'
import { startItemRuns } from '../triggers/start-item-runs.ts'
import { branchesOf } from '../triggers/subscription-branches.ts'
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
  const made = transact(memory, () =>
    insertRuns(memory, event, [
      {
        applet_id,
        rev: again.rev,
        feature,
        subscription,
        event_id,
        body_hash: null,
        cause: again.program.of_draft ? 'test' : 'again',
        hops: 0,
        begins: world.now(),
      },
    ]),
  )
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
      for (const item of missed) started += startItemRuns(memory, subscription, item, memory.world.now(), branches)
      updateSubscription(memory, {
        ...subscription,
        missed: subscription.missed.filter((item) => !missed.includes(item)),
      })
    }
    return started
  })
}
