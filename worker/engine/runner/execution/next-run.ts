import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import { dueRuns, orderKey, type DueRun } from '../store/due-runs.ts'
import { readProgram } from '../store/programs.ts'
import type { RunnerMemory, RunnerPart } from '../world/memory.ts'
import type { Tables } from '../world/world.ts'

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
export function callsOf(memory: RunnerPart<Tables, 'programs'>, { applet_id, rev }: DueRun): number {
  const branches = readProgram(memory, applet_id, rev)?.branches ?? []
  return Math.max(1, ...branches.map(({ steps }) => stepsOfServices(steps).length))
}

function countUnderWay({ under_way }: RunnerMemory): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { applet_id } of under_way.values()) counts.set(applet_id, (counts.get(applet_id) ?? 0) + 1)
  return counts
}
