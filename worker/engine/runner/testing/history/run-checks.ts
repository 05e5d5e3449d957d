import { END_RUN_STATES, OPEN_RUN_STATES } from '../../../../contract/runs/applet-run.ts'
import { outcomeOfRun } from '../../execution/end-run.ts'
import { actionsOf, isStepOver, type ActionProgress, type RunProgress } from '../../store/run-progress.ts'
import type { RunRow } from '../../store/runs.ts'

/** Reads the stored progress of a run's steps; null before it began. */
function progressOf({ steps }: RunRow): RunProgress | null {
  return steps === null ? null : JSON.parse(steps)
}

/** The actions of a run as its row shows them; none before it was worked on. */
export function actionsOfRun(run: RunRow): ActionProgress[] {
  const progress = progressOf(run)
  return progress ? actionsOf(progress) : []
}

/** An open run waits for a time, and is held by something or not at all. */
export function unsoundOpenRun({ seq, due, state, hold }: RunRow): string[] {
  return [
    ...(due === null ? [`run ${seq} waits without a due time`] : []),
    ...((state === 'held') === (hold !== null) ? [] : [`run ${seq} is ${state}, hold ${hold}`]),
    ...(OPEN_RUN_STATES.some((each) => each === state) ? [] : [`run ${seq} is open and ${state}`]),
  ]
}

/** A run that has ended waits for nothing. */
export function unsoundEndedRun({ seq, due, state, hold }: RunRow): string[] {
  return [
    ...(due === null && hold === null ? [] : [`run ${seq} has ended and is due`]),
    ...(END_RUN_STATES.some((each) => each === state) ? [] : [`run ${seq} has ended and is ${state}`]),
  ]
}

/** Work is kept for runs that may go on. `work`: the runs that it is kept for. */
export function leftWork(work: readonly { seq: number }[], runs: readonly RunRow[]): string[] {
  const known = new Map(runs.map((run) => [run.seq, run]))
  return work.flatMap(({ seq }) => {
    const run = known.get(seq)
    const mayGoOn = run?.ended_at === null || run?.state === 'failed' || run?.state === 'unsure'
    return mayGoOn ? [] : [`work of run ${seq}, ${run?.state}`]
  })
}

/** Runs that ended otherwise than their steps did. */
export function wrongOutcomes(runs: readonly RunRow[]): string[] {
  return runs.flatMap((run) => {
    const progress = progressOf(run)
    if (!progress || run.ended_at === null || progress.decisions === null || run.state === 'cancelled') return []
    if (!actionsOf(progress).every(isStepOver)) return []
    const outcome = outcomeOfRun(progress).state
    return outcome === run.state ? [] : [`run ${run.seq} is ${run.state}, its steps say ${outcome}`]
  })
}
