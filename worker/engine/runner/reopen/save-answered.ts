import { outcomeOfRun } from '../execution/run-outcome.ts'
import { cutProgress } from '../store/cut-progress.ts'
import { actionsOf, isStepOver, type RunProgress } from '../store/run-progress.ts'
import { saveWork, type RunRow } from '../store/runs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { reopen } from './replay-run.ts'

/** After an ended run learned that a step had worked: it ends otherwise, or goes on. Call it inside a transaction. */
export function saveAnswered(memory: RunnerMemory, run: RunRow, progress: RunProgress, has_work: boolean): void {
  const { world } = memory
  if (!actionsOf(progress).every(isStepOver)) {
    reopen(memory, run, run.rev, progress)
    return
  }
  const { state, message } = outcomeOfRun(progress)
  world.sql(
    'update run set state = ?, message = ?, steps = ? where seq = ? and attempt = ?',
    state,
    message,
    JSON.stringify(cutProgress(progress)),
    run.seq,
    run.attempt,
  )
  if (has_work && (state === 'unsure' || state === 'failed')) saveWork(memory, run.seq, progress)
  else world.sql('delete from work where seq = ?', run.seq)
}
