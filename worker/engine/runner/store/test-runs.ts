import type { ProgramBranch } from '../../../system/runner-api/program.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId, newSalt } from '../world/ulid.ts'
import { insertRuns, type RunRow, type StoredEvent } from './runs.ts'
import { testKey, insertSubscription, readSubscription } from './subscriptions.ts'

/** `press`: names what started it, so that the same press starts one run. */
type TestRun = { applet_id: number; rev: number; branch: ProgramBranch; event: StoredEvent; press?: string }

/**
 * Begins a run with an event that no trigger reported, under a subscription of its own. Call it inside a transaction.
 */
export function insertTestRun(memory: RunnerMemory, { applet_id, rev, branch, event, press }: TestRun): string {
  const { world } = memory
  const { module_name, slug, fields, account_id } = branch.trigger
  const key = testKey(applet_id)
  const now = world.now()
  const test = { kind: 'test', key, module_name, slug, fields, account_id } as const
  const subscription =
    readSubscription(memory, key)?.id ??
    insertSubscription(memory, { ...test, applets: [applet_id], next_due: null, enabled_at: now })
  const event_id = testEventId(press ?? newSalt(() => world.random()))
  const { feature } = branch
  const [run] = insertRuns(memory, event, [
    { applet_id, rev, feature, subscription, event_id, body_hash: null, cause: 'test', hops: 0, begins: now },
  ])
  if (!run) throw new Error('A test run was not stored.')
  return encodeRunId(run)
}

/** The test run that this press began; null where it began none. */
export function findTestRun(memory: RunnerMemory, applet_id: number, press: string): string | null {
  const subscription = readSubscription(memory, testKey(applet_id))
  const [run] = memory.world.sql<Pick<RunRow, 'seq' | 'salt' | 'at'>>(
    'select seq, salt, at from run where applet_id = ? and subscription = ? and event_id = ?',
    applet_id,
    subscription?.id ?? 0,
    testEventId(press),
  )
  return run ? encodeRunId(run) : null
}

function testEventId(press: string): string {
  return `test-${press}`
}
