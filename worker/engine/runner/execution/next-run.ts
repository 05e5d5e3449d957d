import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import { readProgram } from '../store/programs.ts'
import type { DueRun, RunnerMemory } from '../world/memory.ts'

/** At most so many runs are worked on at once, and so many of one Applet. */
const MOST_UNDER_WAY = 6
const MOST_OF_AN_APPLET = 3

/** When an Applet last had its turn: a number that rises with each run that begins. */
export type Turns = Map<number, number>

/**
 * The run that begins next: Applets in turn, however much waits for one of them, and runs of one polled trigger in
 * order. Null if nothing may begin now.
 */
export function nextRun(memory: RunnerMemory, turns: Turns): DueRun | null {
  const { under_way, open_runs, polled_ids, fresh } = memory
  memory.fresh = null
  if (under_way.size >= MOST_UNDER_WAY || open_runs <= under_way.size) return null
  const counts = countUnderWay(memory)
  // Nothing else waits, so there is nothing to choose from.
  if (fresh && open_runs === under_way.size + 1 && (counts.get(fresh.applet_id) ?? 0) < MOST_OF_AN_APPLET) return fresh
  const applets = [...counts].filter(([, n]) => n >= MOST_OF_AN_APPLET).map(([applet_id]) => applet_id)
  const polled = [...under_way.values()].filter(({ subscription }) => polled_ids.has(subscription))
  const due = dueRuns(memory, { applets, orders: polled.map(orderKey) })
  const busy = ({ applet_id }: DueRun) => counts.get(applet_id) ?? 0
  const last = ({ applet_id }: DueRun) => turns.get(applet_id) ?? 0
  return due.toSorted((a, b) => busy(a) - busy(b) || last(a) - last(b))[0] ?? null
}

/** How many calls a run may make: one for each query and action of its version. */
export function callsOf(memory: RunnerMemory, { applet_id, rev }: DueRun): number {
  const branches = readProgram(memory, applet_id, rev)?.branches ?? []
  return Math.max(1, ...branches.map(({ steps }) => stepsOfServices(steps).length))
}

function countUnderWay({ under_way }: RunnerMemory): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { applet_id } of under_way.values()) counts.set(applet_id, (counts.get(applet_id) ?? 0) + 1)
  return counts
}

/** Runs that must wait for one before them do not hide what is behind them, up to so many. */
const LOOKED_AT = 8

/** Runs that may not begin: of Applets that may begin no more, and those that wait for one before, by `orderKey`. */
type Blocked = { applets: number[]; orders: string[] }

/** Runs of one Applet and one polled trigger begin in order. */
function orderKey({ applet_id, subscription }: { applet_id: number; subscription: number }): string {
  return `${applet_id}:${subscription}`
}

/** Applets with runs that have not ended: one seek each, however many runs wait. */
const OPEN_APPLETS = `with recursive applet (id) as (
  select min(applet_id) from run where ended_at is null
  union all
  select (select min(applet_id) from run where ended_at is null and applet_id > id) from applet where id is not null)`

/** The run of each Applet that is due first and not under way, oldest due first. */
function dueRuns({ world, under_way }: RunnerMemory, blocked: Blocked): DueRun[] {
  return world.sql<DueRun>(
    `${OPEN_APPLETS}
     select run.seq, run.attempt, run.applet_id, run.rev from applet, run
     where applet.id is not null and applet.id not in (select value from json_each(?))
     and run.seq = (select seq from (select seq, state, subscription, due from run as due_run
         where due_run.applet_id = applet.id and due_run.ended_at is null and due_run.due <= ?
         and due_run.seq not in (select value from json_each(?)) order by due_run.due, due_run.seq limit ${LOOKED_AT})
       where state <> 'ready' or applet.id || ':' || subscription not in (select value from json_each(?))
       order by due, seq limit 1)
     order by run.due, run.seq`,
    JSON.stringify(blocked.applets),
    world.now(),
    JSON.stringify([...under_way.keys()]),
    JSON.stringify(blocked.orders),
  )
}

/** When the next run is due that nobody works on, in ms; null if none waits. */
export function nextDueRun({ world, under_way }: RunnerMemory): number | null {
  const [row] = world.sql<{ due: number | null }>(
    `${OPEN_APPLETS}
     select min((select min(due) from run where run.applet_id = applet.id and ended_at is null
       and seq not in (select value from json_each(?)))) as due
     from applet where applet.id is not null`,
    JSON.stringify([...under_way.keys()]),
  )
  return row?.due ?? null
}
