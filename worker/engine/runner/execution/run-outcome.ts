import { actionsOf, type RunProgress } from '../store/run-progress.ts'
import type { RunEnd } from '../store/runs.ts'

/** The end of a run whose actions are all over: unsure if any is, else failed, else done, else skipped. */
export function outcomeOfRun(progress: RunProgress): RunEnd & { state: 'done' | 'skipped' | 'failed' | 'unsure' } {
  const actions = actionsOf(progress)
  for (const state of ['unsure', 'failed'] as const) {
    const found = actions.find((action) => action.state === state)
    if (found) return { state, message: found.message }
  }
  if (actions.some((action) => action.state === 'done')) return { state: 'done', message: null }
  return { state: 'skipped', message: actions[0]?.message ?? null }
}
