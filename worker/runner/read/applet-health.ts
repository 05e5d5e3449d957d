import type { AppletHealth, HoldReason } from '../../contract/runs/applet-run.ts'
import type { RunCounts } from '../../runner-api/runner-api.ts'
import { listSubscriptions, missedBy, type Subscription } from '../store/subscriptions.ts'
import { isPushed } from '../store/pushed-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** What pages say of these Applets. Times in ms. */
export function readHealth(memory: RunnerMemory, applet_ids: number[]): AppletHealth[] {
  const subscriptions = listSubscriptions(memory)
  const counts = new Map(countRuns(memory).map((each) => [each.applet_id, each]))
  return applet_ids.map((applet_id) => {
    const own = subscriptions.filter(({ applets, kind }) => kind !== 'test' && applets.includes(applet_id))
    const { n: open_runs, held, hold } = openRuns(memory, applet_id)
    return {
      applet_id,
      run_count: counts.get(applet_id)?.run_count ?? 0,
      last_run: counts.get(applet_id)?.last_run ?? null,
      last_checked: latest(own, 'last_checked'),
      last_event: latest(own, 'last_event') ?? lastHookEvent(memory, own),
      next_check: earliest(own),
      open_runs,
      held_runs: held,
      hold,
      paused: memory.troubles.get(applet_id)?.paused ?? null,
      missed: own.reduce((sum, each) => sum + missedBy(each, applet_id).length, 0),
      note: own.find(({ note }) => note !== null)?.note ?? null,
    }
  })
}

/** Runs of each Applet, those that are not kept anymore included. */
export function countRuns({ world }: RunnerMemory): RunCounts[] {
  return world.sql<RunCounts>(
    `select applet_id, sum(n) as run_count, max(last_run) as last_run from (
       select applet_id, count(*) as n, max(at) as last_run from run group by applet_id
       union all select applet_id, sum(n), null from day group by applet_id)
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

function latest(subscriptions: Subscription[], key: 'last_checked' | 'last_event'): number | null {
  const times = subscriptions.map((each) => each[key]).filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}

/** A hook's last event is its last run: noting it as well would be a write for each request. */
function lastHookEvent({ world }: RunnerMemory, subscriptions: Subscription[]): number | null {
  const ids = subscriptions.filter((each) => each.kind === 'hook' || isPushed(world, each)).map(({ id }) => id)
  const [row] = world.sql<{ at: number | null }>(
    'select max(at) as at from run where subscription in (select value from json_each(?))',
    JSON.stringify(ids),
  )
  return ids.length === 0 ? null : (row?.at ?? null)
}

function earliest(subscriptions: Subscription[]): number | null {
  const times = subscriptions.map(({ next_due }) => next_due).filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}
