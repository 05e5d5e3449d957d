import { finishRun } from '../execution/end-run.ts'
import { outcomeOfRun } from '../execution/run-outcome.ts'
import { cutProgress } from '../store/cut-progress.ts'
import { readProgram } from '../store/programs.ts'
import { actionsOf, isStepOver, type RunProgress } from '../store/run-progress.ts'
import { readRunRow, readWork, saveWork } from '../store/runs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { saveAnswered } from './save-answered.ts'

/**
 * An attempt that the watchdog had given up came back: what it did still ends its steps. Another attempt that is under
 * way learns it from the service, because it asks with the same key.
 */
export function recordLateSuccess(memory: RunnerMemory, seq: number, late: RunProgress | null): void {
  if (memory.under_way.has(seq)) return
  const run = readRunRow(memory, seq)
  const progress = readWork(memory, seq)
  if (!run || !progress || !takeOver(progress, late)) return
  transact(memory, () => {
    if (run.ended_at !== null) return saveAnswered(memory, run, progress, true)
    if (actionsOf(progress).every(isStepOver)) {
      const program = readProgram(memory, run.applet_id, run.rev)
      return finishRun(memory, { run, program, progress, has_work: true }, outcomeOfRun(progress))
    }
    memory.world.sql('update run set steps = ? where seq = ?', JSON.stringify(cutProgress(progress)), seq)
    saveWork(memory, seq, progress)
  })
}

/** Takes over the actions that worked under the same key. False if there is none. */
function takeOver(progress: RunProgress, late: RunProgress | null): boolean {
  let took = false
  const knownById = new Map((late ? actionsOf(late) : []).map((action) => [action.id, action]))
  for (const action of actionsOf(progress)) {
    const known = knownById.get(action.id)
    const isOpen = action.state !== 'done' && action.state !== 'skipped'
    if (!isOpen || known?.state !== 'done' || known.n !== action.n) continue
    Object.assign(action, { ...known, tries: [...action.tries, ...known.tries.slice(-1)] })
    took = true
  }
  return took
}
