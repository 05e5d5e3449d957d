import { setHeld } from '../config/release-holds.ts'
import { cancelOpenRuns } from '../config/cancel-runs.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** A person says whether the runs that waited for a reconnected account are done now. Returns how many. */
export function resolveHeld(memory: RunnerMemory, applet_id: number, answer: 'do' | 'drop'): number {
  switch (answer) {
    case 'do':
      return setHeld(memory, applet_id, 'reconnected', { state: 'ready', hold: null, due: memory.world.now() })
    case 'drop':
      return dropHeld(memory, applet_id)
  }
}

function dropHeld(memory: RunnerMemory, applet_id: number): number {
  const held = memory.world.sql<{ seq: number }>(
    "select seq from run where ended_at is null and applet_id = ? and hold = 'reconnected'",
    applet_id,
  )
  return cancelOpenRuns(memory, { seqs: held.map(({ seq }) => seq) }, 'You dropped it.')
}
