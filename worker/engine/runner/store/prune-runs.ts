import { MARK_AGAIN_AFTER } from './subscriptions.ts'
import { zoneFormats } from '../../../contract/shared/zone-formats.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { pruneBehind } from './unmet-items.ts'
import { pruneRevisions } from './programs.ts'
import { planOf, transact } from './stored-memory.ts'
import { writeMeta } from './tables.ts'

/** Rows that one turn deletes at most. */
const PORTION = 1000
/** Ids that a polled trigger remembers: so many, or so long. */
const MOST_SEEN = 5000
const SEEN_FOR = 90 * DAY
/** An event's id is known at least that long, however full the plan is. */
const REPEAT_WINDOW = 7 * DAY

/** Deletes ended runs that are older than the plan keeps, and bodies first where it is full. Their counts stay. */
export function pruneRuns(memory: RunnerMemory): void {
  const { world } = memory
  const now = world.now()
  const { days, megabytes } = planOf(memory).kept_runs
  transact(memory, () => {
    const old = world.sql<{ seq: number }>(
      'select seq from run where at < ? and ended_at is not null and ended_at < ? order by seq limit ?',
      now - days * DAY,
      now - REPEAT_WINDOW,
      PORTION,
    )
    const seqs = JSON.stringify(old.map(({ seq }) => seq))
    countDays(memory, seqs)
    world.sql('delete from work where seq in (select value from json_each(?))', seqs)
    world.sql('delete from run where seq in (select value from json_each(?))', seqs)
    pruneBodies(memory, megabytes * 1_000_000)
    world.sql('delete from event where not exists (select 1 from run where run.event_row = event.id)')
    pruneSeen(memory, now)
    pruneRevisions(memory)
    world.sql('delete from day where day < ?', dayOf(now - 400 * DAY, 'UTC'))
    // A full portion means that more waits: the next turn goes on.
    if (old.length < PORTION) writeMeta(world, 'pruned', String(now))
  })
}

/** Adds pruned runs to the day's counts, which the chart adds to what is still there. */
function countDays({ world, settings }: RunnerMemory, seqs: string): void {
  const rows = world.sql<{ applet_id: number; state: string; ended_at: number }>(
    'select applet_id, state, ended_at from run where seq in (select value from json_each(?))',
    seqs,
  )
  const counts = new Map<string, number>()
  for (const { applet_id, state, ended_at } of rows) {
    const key = JSON.stringify([applet_id, dayOf(ended_at, settings.timezone), state])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const [key, n] of counts) {
    const [applet_id, day, outcome]: [number, string, string] = JSON.parse(key)
    world.sql(
      `insert into day (applet_id, day, outcome, n) values (?, ?, ?, ?)
       on conflict (applet_id, day, outcome) do update set n = n + excluded.n`,
      applet_id,
      day,
      outcome,
      n,
    )
  }
}

/** Over the plan's megabytes, the oldest ended runs lose their events and answers, and stay as lines. */
function pruneBodies({ world }: RunnerMemory, most: number): void {
  const [sum] = world.sql<{ bytes: number | null }>('select sum(bytes) as bytes from run')
  let over = (sum?.bytes ?? 0) - most
  if (over <= 0) return
  const old = world.sql<{ seq: number; bytes: number }>(
    'select seq, bytes from run where ended_at is not null and bytes > 0 order by seq limit ?',
    PORTION,
  )
  for (const { seq, bytes } of old) {
    if (over <= 0) return
    world.sql('update run set event = null, event_row = null, steps = null, bytes = 0 where seq = ?', seq)
    world.sql('delete from work where seq = ?', seq)
    over -= bytes
  }
}

function pruneSeen(memory: RunnerMemory, now: number): void {
  const { world } = memory
  world.sql('delete from seen where at < ?', now - SEEN_FOR)
  const full = world.sql<{ subscription: number }>(
    'select subscription from seen group by subscription having count(*) > ?',
    MOST_SEEN,
  )
  for (const { subscription } of full)
    // An item that a poll still shows has a younger mark: without it, it would be new again.
    world.sql(
      `delete from seen where subscription = ? and at < ? and event_id in (
         select event_id from seen where subscription = ? order by at desc limit -1 offset ?)`,
      subscription,
      now - MARK_AGAIN_AFTER - DAY,
      subscription,
      MOST_SEEN,
    )
  pruneBehind(memory, now - SEEN_FOR)
}

const dayFormat = zoneFormats('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** "2026-11-22" in the zone. */
export function dayOf(at: number, timeZone: string): string {
  return dayFormat(timeZone).format(at)
}
