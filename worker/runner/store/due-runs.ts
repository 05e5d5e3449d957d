import type { RunState } from '../../contract/runs/applet-run.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** What is needed to choose the next run. */
export type DueRun = { seq: number; attempt: number; applet_id: number; subscription: number; state: RunState }

/** More than an Applet may have under way: what waits behind them is found. */
const LOOKED_AT = 8

/** Applets with runs that have not ended: one seek each, however many runs wait. */
const OPEN_APPLETS = `with recursive applet (id) as (
  select min(applet_id) from run where ended_at is null
  union all
  select (select min(applet_id) from run where ended_at is null and applet_id > id) from applet where id is not null)`

/** The first runs that are due, of each Applet, oldest due first. `except`: Applets that may begin no more. */
export function dueRuns({ world }: RunnerMemory, except: number[]): DueRun[] {
  return world.sql<DueRun>(
    `${OPEN_APPLETS}
     select run.seq, run.attempt, run.applet_id, run.subscription, run.state from applet, run
     where applet.id is not null and applet.id not in (select value from json_each(?))
     and run.seq in (select seq from run as due_run where due_run.applet_id = applet.id and due_run.ended_at is null
       and due_run.due <= ? order by due_run.due, due_run.seq limit ${LOOKED_AT})
     order by run.due, run.seq`,
    JSON.stringify(except),
    world.now(),
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

/** When this run is due, in ms; null once it has ended. */
export function dueOfRun({ world }: RunnerMemory, seq: number): number | null {
  return world.sql<{ due: number | null }>('select due from run where seq = ?', seq)[0]?.due ?? null
}
