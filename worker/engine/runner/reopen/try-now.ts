import { canTryNow, findRun } from '../read/read-run.ts'
import { withServices } from '../store/run-progress.ts'
import { readWork, saveWork } from '../store/runs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Makes the next try of a run that is held or tried again due now. False where that would not help. */
export function tryNow(memory: RunnerMemory, id: string): boolean {
  const run = findRun(memory, id)
  if (!run || !canTryNow(run)) return false
  const { world } = memory
  const now = world.now()
  return transact(memory, () => {
    world.sql('update run set due = ? where seq = ? and ended_at is null', now, run.seq)
    const work = readWork(memory, run.seq)
    if (work)
      saveWork(
        memory,
        run.seq,
        withServices(work, (step) => (step.due === null ? step : { ...step, due: now })),
      )
    return true
  })
}
