import { findRun } from '../read/read-run.ts'
import { insertRuns, readEvent, type StoredEvent } from '../store/runs.ts'
import {
  insertSubscription,
  listSubscriptions,
  missedBy,
  readSubscription,
  updateSubscription,
  type Subscription,
} from '../store/subscriptions.ts'
import { transact } from '../store/transact.ts'
import { testKey } from '../store/subscription-keys.ts'
import { startItemRuns } from '../triggers/start-item-runs.ts'
import { branchesOf } from '../triggers/subscription-branches.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId, newSalt } from '../world/ulid.ts'

/** Runs an event again as a new run, with the Applet's present version. Null if its contents are gone. */
export function runAgain(memory: RunnerMemory, id: string): string | null {
  const run = findRun(memory, id)
  const event = run && readEvent(memory, run)
  const current = run && memory.programs.get(run.applet_id)
  if (!run || !event || !current) return null
  const { world } = memory
  const { applet_id, feature, subscription } = run
  const event_id = `${run.event_id}#${newSalt(() => world.random())}`
  const made = transact(memory, () =>
    insertRuns(memory, event, [
      {
        applet_id,
        rev: current.rev,
        feature,
        subscription,
        event_id,
        body_hash: null,
        cause: 'again',
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
  const { module_name, slug, fields, account_id } = branch.trigger
  const known = world.findService(module_name)?.triggers[slug]?.ingredients ?? []
  const key = testKey(applet_id)
  const now = world.now()
  return transact(memory, () => {
    const test = { kind: 'test', key, module_name, slug, fields, account_id, applets: [applet_id] } as const
    const subscription =
      readSubscription(memory, key)?.id ??
      insertSubscription(memory, { ...test, fields, applets: [applet_id], next_due: null, enabled_at: now })
    const ingredients = Object.fromEntries(known.map((ingredient) => [ingredient.slug, ingredient.example]))
    const event: StoredEvent = {
      kind: 'item',
      content_type: null,
      bytes: 0,
      text: null,
      ingredients,
      from_text: [],
      at: now,
    }
    const event_id = `test-${newSalt(() => world.random())}`
    const { rev } = current
    const { feature } = branch
    const [run] = insertRuns(memory, event, [
      { applet_id, rev, feature, subscription, event_id, body_hash: null, cause: 'test', hops: 0, begins: now },
    ])
    return run ? encodeRunId(run) : null
  })
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
