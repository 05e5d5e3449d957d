import type { RunnerPart } from '../world/memory.ts'
import type { Clock, Tables } from '../world/world.ts'

/** The columns for choosing the next run. */
export type DueRun = { seq: number; attempt: number; applet_id: number; rev: number }

/** Runs that must wait for one before them do not hide what is behind them, up to so many. */
const LOOKED_AT = 8

/** Runs that may not begin: of Applets that may begin no more, and those that wait for one before, by `orderKey`. */
type Blocked = { applets: number[]; orders: string[] }

/** Runs of one Applet and one polled trigger begin in order. */
export function orderKey({ applet_id, subscription }: { applet_id: number; subscription: number }): string {
  return `${applet_id}:${subscription}`
}

/** Applets with runs that have not ended: one seek each, however many runs wait. */
const OPEN_APPLETS = `with recursive applet (id) as (
  select min(applet_id) from run where ended_at is null
  union all
  select (select min(applet_id) from run where ended_at is null and applet_id > id) from applet where id is not null)`

/** The run of each Applet that is due first and not under way, oldest due first. */
export function dueRuns({ world, under_way }: RunnerPart<Tables & Clock, 'under_way'>, blocked: Blocked): DueRun[] {
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
export function nextDueRun({ world, under_way }: RunnerPart<Tables, 'under_way'>): number | null {
  const [row] = world.sql<{ due: number | null }>(
    `${OPEN_APPLETS}
     select min((select min(due) from run where run.applet_id = applet.id and ended_at is null
       and seq not in (select value from json_each(?)))) as due
     from applet where applet.id is not null`,
    JSON.stringify([...under_way.keys()]),
  )
  return row?.due ?? null
}
