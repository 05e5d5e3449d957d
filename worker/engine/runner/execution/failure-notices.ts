import { HOUR } from '../../../contract/shared/durations.ts'
import { readFailed, rememberFailed } from '../store/runs.ts'
import { readMeta, writeMeta } from '../store/tables.ts'
import type { RunnerMemory, RunnerPart } from '../world/memory.ts'
import type { FailedRun, Tables } from '../world/world.ts'

/** A user is told of failed runs at most once in that time, in ms. */
const NOTICE_GAP = HOUR
const MOST_LISTED = 50

/** Tells the user of a failed run, at once or with the next notice. */
export function noteFailure(memory: RunnerMemory, failed: FailedRun): void {
  const waiting = [...readFailed<FailedRun>(memory), failed].slice(-MOST_LISTED)
  rememberFailed(memory, waiting)
  sendFailureNotice(memory)
}

/** When the next notice of failed runs is due, in ms; null if none waits. */
export function nextFailureNotice(memory: RunnerPart<Tables>): number | null {
  return readFailed(memory).length === 0 ? null : lastNotice(memory) + NOTICE_GAP
}

/** Sends what waits, unless the last notice was within the hour. */
export function sendFailureNotice(memory: RunnerMemory): void {
  const { world } = memory
  const failed = readFailed<FailedRun>(memory)
  if (failed.length === 0 || world.now() < lastNotice(memory) + NOTICE_GAP) return
  writeMeta(world, 'told_failures', String(world.now()))
  rememberFailed(memory, [])
  world.spawn(tell(memory, failed))
}

/** Tells of failed runs; those that could not be told come with the next notice. */
async function tell(memory: RunnerMemory, failed: FailedRun[]): Promise<void> {
  try {
    await memory.world.tellFailures(failed)
  } catch (error) {
    rememberFailed(memory, [...failed, ...readFailed<FailedRun>(memory)].slice(-MOST_LISTED))
    throw error
  }
}

function lastNotice({ world }: RunnerPart<Tables>): number {
  return Number(readMeta(world, 'told_failures') ?? Number.NEGATIVE_INFINITY)
}
