import { DAY } from '../../../contract/shared/durations.ts'
import { END_RUN_STATES, type EndRunState, type RunDay } from '../../../contract/runs/applet-run.ts'
import { dayOf } from '../store/prune-runs.ts'
import type { RunnerMemory } from '../world/memory.ts'

const DAYS = 30

type Counted = { applet_id: number; day: string; outcome: EndRunState; n: number }

/** The last 30 days by outcome, oldest first, each in its user's zone; of all Applets without an id. */
export function readDays(memory: RunnerMemory, applet_id: number | null): RunDay[] {
  const { world, settings } = memory
  const now = world.now()
  const days = new Map<string, RunDay>()
  for (let back = DAYS - 1; back >= 0; back--) {
    const day = dayOf(now - back * DAY, settings.timezone)
    days.set(day, { day, done: 0, skipped: 0, failed: 0, cancelled: 0, unsure: 0 })
  }
  for (const { day, outcome, n } of [...pruned(memory), ...kept(memory, now)].filter(
    (each) => applet_id === null || each.applet_id === applet_id,
  )) {
    const counted = days.get(day)
    if (counted && END_RUN_STATES.includes(outcome)) counted[outcome] += n
  }
  return [...days.values()]
}

function pruned({ world }: RunnerMemory): Counted[] {
  return world.sql<Counted>('select applet_id, day, outcome, n from day')
}

/** Ended runs that are still there, by the quarter of an hour: every zone begins its days at one. */
function kept({ world, settings }: RunnerMemory, now: number): Counted[] {
  const rows = world.sql<{ applet_id: number; quarter: number; outcome: EndRunState; n: number }>(
    `select applet_id, ended_at / 900000 as quarter, state as outcome, count(*) as n from run
     where ended_at > ? group by applet_id, quarter, state`,
    now - (DAYS + 1) * DAY,
  )
  return rows.map(({ quarter, ...rest }) => ({ ...rest, day: dayOf(quarter * 900_000, settings.timezone) }))
}
