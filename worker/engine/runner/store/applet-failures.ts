import type { RunnerMemory, Trouble } from '../world/memory.ts'
import type { Tables } from '../world/world.ts'

export function readTroubles(world: Tables): Map<number, Trouble> {
  const rows = world.sql<Trouble & { applet_id: number }>('select * from trouble')
  return new Map(rows.map(({ applet_id, ...trouble }) => [applet_id, trouble]))
}

export function noTrouble(now: number): Trouble {
  return { failures: 0, since: now, paused: null, broken_since: null, told_silent: null }
}

export function saveTrouble({ world, troubles }: RunnerMemory, applet_id: number, trouble: Trouble): void {
  troubles.set(applet_id, trouble)
  world.sql(
    `insert into trouble (applet_id, failures, since, paused, broken_since, told_silent) values (?, ?, ?, ?, ?, ?)
     on conflict (applet_id) do update set failures = excluded.failures, since = excluded.since, paused = excluded.paused,
     broken_since = excluded.broken_since, told_silent = excluded.told_silent`,
    applet_id,
    trouble.failures,
    trouble.since,
    trouble.paused,
    trouble.broken_since,
    trouble.told_silent,
  )
}

export function endTrouble({ world, troubles }: RunnerMemory, applet_id: number): void {
  if (!troubles.delete(applet_id)) return
  world.sql('delete from trouble where applet_id = ?', applet_id)
}
