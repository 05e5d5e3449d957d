import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { HOUR } from '../../../contract/shared/durations.ts'
import type { RunnerPart } from '../world/memory.ts'
import type { Clock, Tables } from '../world/world.ts'
import type { RunRow } from './runs.ts'

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
export function noteWait({ world }: RunnerPart<Tables & Clock>, seq: number, hold: HoldReason | null): void {
  if (hold !== null && !IS_UNEXPECTED[hold]) return
  world.sql('insert into long_wait (seq, since) values (?, ?) on conflict do nothing', seq, world.now())
}

/** When the first of them has waited long, in ms; null if none waits. */
export function nextLongWait({ world }: RunnerPart<Tables>): number | null {
  const [row] = world.sql<{ since: number | null }>('select min(since) as since from long_wait')
  return row?.since == null ? null : row.since + LONG
}

/** Takes those that have waited long and still do, oldest first. One that goes on waiting is noted again. */
export function takeLongWaits({ world }: RunnerPart<Tables & Clock>): RunRow[] {
  const before = world.now() - LONG
  const long = world.sql<RunRow>(
    `select run.* from long_wait join run using (seq) where since <= ? and ended_at is null and state <> 'waiting'
     order by since`,
    before,
  )
  world.sql('delete from long_wait where since <= ?', before)
  return long
}
