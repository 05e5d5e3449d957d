import { earliest } from '../../../system/context/object-world.ts'
import type { AppletHealth, HoldReason } from '../../../contract/runs/applet-run.ts'
import { usedServices } from '../../../system/runner-api/program.ts'
import type { RunCounts } from '../../../system/runner-api/runner-api.ts'
import type { SourceTimes } from '../../../system/runner-api/source-api.ts'
import { listFollows } from '../store/follows.ts'
import { listSubscriptions, missedBy } from '../store/subscriptions.ts'
import { isFailing } from './applet-troubles.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Reads the health of these Applets for the pages. Times in ms. */
export async function readHealth(memory: RunnerMemory, applet_ids: number[]): Promise<AppletHealth[]> {
  const subscriptions = listSubscriptions(memory)
  const counts = new Map(countRuns(memory).map((each) => [each.applet_id, each]))
  const health = applet_ids.map((applet_id) => {
    const own = subscriptions.filter(({ applets, kind }) => kind !== 'test' && applets.includes(applet_id))
    const { run_count = 0, last_run = null } = counts.get(applet_id) ?? {}
    const stored: AppletHealth = {
      applet_id,
      run_count,
      last_run,
      last_checked: latest(own.map(({ last_checked }) => last_checked)),
      // Each run began with an event, a test's as well; of what was checked, the trigger knows it also where nothing ran.
      last_event: latest([last_run, ...own.map(({ last_event }) => last_event)]),
      next_check: earliest(own.map(({ next_due }) => next_due)),
      by_clock: own.some(({ kind }) => kind === 'clock'),
      ...openRuns(memory, applet_id),
      paused: memory.troubles.get(applet_id)?.paused ?? null,
      missed: own.reduce((sum, each) => sum + missedBy(each, applet_id).length, 0),
      note: own.find(({ note }) => note !== null)?.note ?? null,
      look_failed: own.some(isFailing),
    }
    return { stored, followed: new Set(own.map(({ id }) => id)) }
  })
  const follows = listFollows(memory).filter((follow) =>
    health.some(({ followed }) => followed.has(follow.subscription)),
  )
  const times = await Promise.all(
    follows.map(({ address }) => memory.world.sourceTimes(address).catch((): SourceTimes => UNKNOWN)),
  )
  return Promise.all(
    health.map(async ({ stored, followed }) => {
      // A follower was checked when its Source was last read, and is checked when that is read next.
      const own = times.filter((_, at) => followed.has(follows[at]?.subscription ?? 0))
      return {
        ...stored,
        last_checked: latest([stored.last_checked, ...own.map(({ last_checked }) => last_checked)]),
        next_check: earliest(own.map(({ next_check }) => next_check)) ?? stored.next_check,
        stopped_services: await stoppedServices(memory, stored.applet_id),
      }
    }),
  )
}

const UNKNOWN: SourceTimes = { last_checked: null, next_check: null }

/** Services of the Applet that an operator has stopped. */
async function stoppedServices({ world, programs }: RunnerMemory, applet_id: number): Promise<string[]> {
  const current = programs.get(applet_id)
  const names = current ? usedServices([current.program]) : []
  const off = await Promise.all(names.map((module_name) => world.isServiceOff(module_name)))
  return names.filter((_, index) => off[index])
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

function openRuns({ world }: RunnerMemory, applet_id: number): Pick<AppletHealth, 'open_runs' | 'held_runs' | 'hold'> {
  const rows = world.sql<{ hold: HoldReason | null; n: number }>(
    'select hold, count(*) as n from run where ended_at is null and applet_id = ? group by hold order by n desc',
    applet_id,
  )
  const held = rows.filter((row) => row.hold !== null)
  const sum = (of: { n: number }[]) => of.reduce((total, { n }) => total + n, 0)
  return { open_runs: sum(rows), held_runs: sum(held), hold: held[0]?.hold ?? null }
}

function latest(moments: (number | null)[]): number | null {
  const times = moments.filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}
