import type { RunnableService } from '../../steps/service-steps.ts'
import { touchRun } from './touching-io.ts'
import type { Rendering } from './run-under-way.ts'
import type { RunnerMemory } from '../world/memory.ts'

/**
 * Waits until the account may change something again, where its service asks for a gap between two changes. At most six
 * runs of a Runner are under way, so at most five wait before this one.
 */
export async function waitForTurn(
  { world, next_writes }: RunnerMemory,
  { write_gap = 0 }: RunnableService,
  account_id: string | null,
  entry: Rendering['entry'],
): Promise<void> {
  if (write_gap === 0 || account_id === null) return
  const now = world.now()
  const turn = Math.max(now, next_writes.get(account_id) ?? 0)
  next_writes.set(account_id, turn + write_gap)
  if (turn <= now) return
  touchRun(entry, now, turn - now)
  await world.sleep(turn - now)
  touchRun(entry, world.now())
}
