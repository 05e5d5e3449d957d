import { finishRun, outcomeOfRun } from '../execution/end-run.ts'
import { findRun } from '../read/read-run.ts'
import { cutProgress } from '../store/cut-progress.ts'
import { readProgram } from '../store/programs.ts'
import { actionsOf, isStepOver, upcastProgress, type RunProgress } from '../store/run-progress.ts'
import { readRunRow, readWork, saveWork, type RunRow } from '../store/runs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { reopen, repeated } from './replay-run.ts'

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

/** A person says what became of an action that may have happened. False if there is no such question. */
export function resolveUnsure(
  memory: RunnerMemory,
  id: string,
  step_id: number,
  answer: 'it_did' | 'do_it_again',
): boolean {
  const run = findRun(memory, id)
  const kept = run && readWork(memory, run.seq)
  // Without its contents it cannot be done again, but its user may still say that it happened.
  const shown: RunProgress | null = answer === 'it_did' && run?.steps ? upcastProgress(JSON.parse(run.steps)) : null
  const progress = kept ?? shown
  const action = progress && actionsOf(progress).find((each) => each.id === step_id)
  if (!run || run.state !== 'unsure' || !progress || action?.state !== 'unsure') return false
  return transact(memory, () => {
    switch (answer) {
      case 'do_it_again': {
        const steps = progress.steps.map((each) => (each === action ? { ...repeated(action), uncertain: false } : each))
        return reopen(memory, run, run.rev, { ...progress, steps })
      }
      case 'it_did': {
        Object.assign(action, {
          state: 'done',
          uncertain: false,
          advice: null,
          message: null,
          answer: 'You said that it happened.',
        })
        saveAnswered(memory, run, progress, kept !== null)
        return true
      }
    }
  })
}

/** After an ended run learned that a step had worked: it ends otherwise, or goes on. Call it inside a transaction. */
function saveAnswered(memory: RunnerMemory, run: RunRow, progress: RunProgress, has_work: boolean): void {
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
