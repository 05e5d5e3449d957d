import { earliest } from '../../../system/context/object-world.ts'
import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { DAY, HOUR } from '../../../contract/shared/durations.ts'
import type { RunRow } from '../store/runs.ts'
import { readMeta, writeMeta } from '../store/tables.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { FailedRun } from '../world/world.ts'
import { encodeRunId } from '../world/ulid.ts'

/** A user is told of failed runs at most once in that time, in ms. */
const NOTICE_GAP = HOUR
const MOST_LISTED = 50

/** Tells the user of a failed run, at once or with the next notice. */
export function noteFailure(memory: RunnerMemory, failed: FailedRun): void {
  const waiting = [...readFailed(memory), failed].slice(-MOST_LISTED)
  rememberFailed(memory, waiting)
  sendFailureNotice(memory)
}

/** When the next notice of failed runs, or of a run that waits for long, is due, in ms; null if none is. */
export function nextFailureNotice(memory: RunnerMemory): number | null {
  return earliest([readFailed(memory).length === 0 ? null : lastNotice(memory) + NOTICE_GAP, nextLongWait(memory)])
}

/** Notes an Applet whose run has waited for an hour as one that failed, once a day. */
export function noteLongWaits(memory: RunnerMemory): void {
  const due = nextLongWait(memory)
  const now = memory.world.now()
  if (due === null || due > now) return
  const told = new Map(readToldWaits(memory).filter(([, at]) => now - at < DAY))
  for (const run of takeLongWaits(memory)) {
    const program = memory.programs.get(run.applet_id)?.program
    if (!program?.notify_failures || told.has(run.applet_id)) continue
    told.set(run.applet_id, now)
    noteFailure(memory, { ...toFailed(run, program.name), waits: true })
  }
  writeMeta(memory.world, 'told_waits', JSON.stringify([...told]))
}

function toFailed(run: RunRow, name: string): FailedRun {
  return { applet_id: run.applet_id, name, run_id: encodeRunId(run), message: run.message ?? 'It is tried again.' }
}

/** Applets, and when their users were told. */
function readToldWaits({ world }: RunnerMemory): [number, number][] {
  return JSON.parse(readMeta(world, 'told_waits') ?? '[]')
}

/** Sends what waits, unless the last notice was within the hour. */
export function sendFailureNotice(memory: RunnerMemory): void {
  const { world } = memory
  const failed = readFailed(memory)
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
    rememberFailed(memory, [...failed, ...readFailed(memory)].slice(-MOST_LISTED))
    throw error
  }
}

function rememberFailed({ world }: RunnerMemory, failed: FailedRun[]): void {
  writeMeta(world, 'failed', JSON.stringify(failed))
}

function readFailed({ world }: RunnerMemory): FailedRun[] {
  return JSON.parse(readMeta(world, 'failed') ?? '[]')
}

function lastNotice({ world }: RunnerMemory): number {
  return Number(readMeta(world, 'told_failures') ?? Number.NEGATIVE_INFINITY)
}

/** A run that waits for longer is worth a notice, in ms. */
const LONG = HOUR

/** Whether a user does not expect the wait: a pause is their own, a pace is the plan's, a broken account is told at once. */
const IS_UNEXPECTED: Record<HoldReason, boolean> = {
  plan: true,
  connection: false,
  pace: false,
  host: true,
  calls: true,
  filter: true,
  service_off: true,
  paused: false,
  internal: true,
  reconnected: true,
}

/** Notes that a run waits. `hold`: null where it is tried again. The first time counts. */
export function noteWait({ world }: RunnerMemory, seq: number, hold: HoldReason | null): void {
  if (hold !== null && !IS_UNEXPECTED[hold]) return
  world.sql('insert into long_wait (seq, since) values (?, ?) on conflict do nothing', seq, world.now())
}

/** When the first of them has waited long, in ms; null if none waits. */
function nextLongWait({ world }: RunnerMemory): number | null {
  const [row] = world.sql<{ since: number | null }>('select min(since) as since from long_wait')
  return row?.since == null ? null : row.since + LONG
}

/** Takes those that have waited long and still do, oldest first. One that goes on waiting is noted again. */
function takeLongWaits({ world }: RunnerMemory): RunRow[] {
  const before = world.now() - LONG
  const long = world.sql<RunRow>(
    `select run.* from long_wait join run using (seq) where since <= ? and ended_at is null and state <> 'waiting'
     order by since`,
    before,
  )
  world.sql('delete from long_wait where since <= ?', before)
  return long
}
