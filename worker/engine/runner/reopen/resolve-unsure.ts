import { findRun } from '../read/read-run.ts'
import { actionsOf, upcastProgress, type RunProgress } from '../store/run-progress.ts'
import { readWork } from '../store/runs.ts'
import { transact } from '../store/stored-memory.ts'
import { saveAnswered } from './save-answered.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { reopen, repeated } from './replay-run.ts'

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
