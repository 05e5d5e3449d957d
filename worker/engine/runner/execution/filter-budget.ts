import { MINUTE } from '../../../contract/shared/durations.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Fuel that the filter code of one user may spend in a minute: some 20 runs that spend all, or a thousand as they usually are. */
const MOST_FUEL = 240_000_000
/** A user who spent this much in the minute lets others go on before each further run. */
const YIELDS_FROM = 20_000_000

type Using = RunnerMemory

/** When filter code of this user may run again, in ms; null for now. */
export function filterPause({ world, filter_use }: Using): number | null {
  const ends = filter_use.since + MINUTE
  return filter_use.fuel >= MOST_FUEL && world.now() < ends ? ends : null
}

/** Notes what a run has spent. */
export function spendFuel({ world, filter_use }: Using, fuel: number): void {
  const now = world.now()
  if (now >= filter_use.since + MINUTE) Object.assign(filter_use, { since: now, fuel: 0 })
  filter_use.fuel += fuel
}

/** Runs of other users begin here, as all share a processor and a run does not stop half way. */
export async function yieldToOthers({ world, filter_use }: RunnerMemory) {
  if (filter_use.fuel >= YIELDS_FROM) await world.sleep(0)
}
