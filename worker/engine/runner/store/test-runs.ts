import type { Program, ProgramBranch, ProgramStep } from '../../../system/runner-api/program.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId, newSalt } from '../world/ulid.ts'
import { findService } from './added-services.ts'
import { findStarted, insertRuns, type StoredEvent } from './runs.ts'
import { testKey, insertSubscription, readSubscription } from './subscriptions.ts'

/** `press`: names what started it, so that the same press starts one run. */
type TestRun = { applet_id: number; rev: number; branch: ProgramBranch; event: StoredEvent; press?: string }

/**
 * Begins a run with an event that no trigger reported, under a subscription of its own. Call it inside a transaction.
 */
export function insertTestRun(memory: RunnerMemory, { applet_id, rev, branch, event, press }: TestRun): string {
  const { world } = memory
  const { feature, trigger } = branch
  const { module_name, slug, fields, account_id } = trigger
  const key = testKey(applet_id)
  const test = { kind: 'test', key, module_name, slug, fields, account_id } as const
  const subscription =
    readSubscription(memory, key)?.id ??
    insertSubscription(memory, { ...test, applets: [applet_id], next_due: null, enabled_at: world.now() })
  const event_id = testEventId(press ?? newSalt(() => world.random()))
  const [run] = insertRuns(memory, event, [{ applet_id, rev, feature, subscription }], { event_id, cause: 'test' })
  if (!run) throw new Error('A test run was not stored.')
  return encodeRunId(run)
}

/** The test run that this press began; null where it began none. */
export function findTestRun(memory: RunnerMemory, { applet_id, branches }: Program, press: string): string | null {
  const subscription = readSubscription(memory, testKey(applet_id))?.id ?? 0
  const feature = branches[0]?.feature ?? null
  const run = findStarted(memory, { applet_id, subscription, feature }, testEventId(press))
  return run && encodeRunId(run)
}

function testEventId(press: string): string {
  return `test-${press}`
}

/** The examples of a trigger's ingredients. */
export function exampleValues(
  memory: RunnerMemory,
  { module_name, slug }: Pick<ProgramStep, 'module_name' | 'slug'>,
): Ingredients {
  const known = findService(memory, module_name)?.triggers[slug]?.ingredients ?? []
  return Object.fromEntries(known.map((ingredient) => [ingredient.slug, ingredient.example]))
}
