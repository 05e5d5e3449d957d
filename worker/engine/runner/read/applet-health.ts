import type { AppletHealth, HoldReason } from '../../../contract/runs/applet-run.ts'
import type { RunCounts } from '../../../system/runner-api/runner-api.ts'
import { listSubscriptions, missedBy, type Subscription } from '../store/subscriptions.ts'
import { isFailing } from './applet-troubles.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Reads the health of these Applets for the pages. Times in ms. */
export function readHealth(memory: RunnerMemory, applet_ids: number[]): AppletHealth[] {
  const subscriptions = listSubscriptions(memory)
  const counts = new Map(countRuns(memory).map((each) => [each.applet_id, each]))
  return applet_ids.map((applet_id) => {
    const own = subscriptions.filter(({ applets, kind }) => kind !== 'test' && applets.includes(applet_id))
    const { n: open_runs, held, hold } = openRuns(memory, applet_id)
    const { run_count = 0, last_run = null } = counts.get(applet_id) ?? {}
    return {
      applet_id,
      run_count,
      last_run,
      last_checked: latest(own.map(({ last_checked }) => last_checked)),
      last_event: lastEvent(own, last_run),
      next_check: earliest(own),
      by_clock: own.some(({ kind }) => kind === 'clock'),
      open_runs,
      held_runs: held,
      hold,
      paused: memory.troubles.get(applet_id)?.paused ?? null,
      missed: own.reduce((sum, each) => sum + missedBy(each, applet_id).length, 0),
      note: own.find(({ note }) => note !== null)?.note ?? null,
      look_failed: own.some(isFailing),
    }
  })
}

/** Runs of each Applet, those that are not kept anymore included: of these the day is known, as UTC's midnight. */
export function countRuns({ world }: RunnerMemory): RunCounts[] {
  return world.sql<RunCounts>(
    `select applet_id, sum(n) as run_count, max(last_run) as last_run from (
       select applet_id, count(*) as n, max(at) as last_run from run group by applet_id
       union all select applet_id, sum(n), unixepoch(max(day)) * 1000 from day group by applet_id)
     group by applet_id`,
  )
}

function openRuns({ world }: RunnerMemory, applet_id: number): { n: number; held: number; hold: HoldReason | null } {
  const rows = world.sql<{ hold: HoldReason | null; n: number }>(
    'select hold, count(*) as n from run where ended_at is null and applet_id = ? group by hold order by n desc',
    applet_id,
  )
  const held = rows.filter((row) => row.hold !== null)
  const sum = (of: { n: number }[]) => of.reduce((total, { n }) => total + n, 0)
  return { n: sum(rows), held: sum(held), hold: held[0]?.hold ?? null }
}

/** Each run began with an event, a test's as well; of what was checked, the trigger knows it also where nothing ran. */
function lastEvent(subscriptions: Subscription[], last_run: number | null): number | null {
  return latest([last_run, ...subscriptions.map(({ last_event }) => last_event)])
}

function latest(moments: (number | null)[]): number | null {
  const times = moments.filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}

function earliest(subscriptions: Subscription[]): number | null {
  const times = subscriptions.map(({ next_due }) => next_due).filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}
