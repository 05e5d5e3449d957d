import { DAY } from '../../../contract/shared/durations.ts'
import type { Program } from '../../../system/runner-api/program.ts'
import { endTrouble, noTrouble, saveTrouble } from '../store/applet-failures.ts'
import { endRun, type RunEnd, type RunRow } from '../store/runs.ts'
import { actionsOf, type RunProgress } from '../store/run-progress.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { FailedRun } from '../world/world.ts'
import { encodeRunId } from '../world/ulid.ts'
import { noteFailure } from './failure-notices.ts'

/** So many failures in a row, over at least a day, turn an Applet off by itself. */
const FAILURES_UNTIL_PAUSED = 20

type Ending = { run: RunRow; program: Program | null; progress: RunProgress | null; has_work: boolean }

/** Ends a run and does what follows from its end: notices, and the count of failures in a row. */
export function finishRun(memory: RunnerMemory, { run, program, progress, has_work }: Ending, end: RunEnd): void {
  const contents = program?.keep_contents ?? true
  if (!endRun(memory, run, progress, end, { contents, has_work })) return
  if (!program) return
  switch (end.state) {
    case 'failed':
    case 'unsure':
      countFailure(memory, program, run, end.message ?? '')
      break
    case 'done':
      if (!program.of_draft) endFailures(memory, run.applet_id)
      if (program.notify_runs && run.cause !== 'test') {
        const ran = { applet_id: run.applet_id, name: program.name, run_id: encodeRunId(run) }
        memory.world.spawn(memory.world.tellRan(ran))
      }
      break
    case 'skipped':
    case 'cancelled':
      break
  }
}

/** A success ends the failures in a row, but not a pause: only its user does. */
function endFailures(memory: RunnerMemory, applet_id: number): void {
  const trouble = memory.troubles.get(applet_id)
  if (!trouble || trouble.failures === 0) return
  const { paused, broken_since, told_silent } = trouble
  if (paused === null && broken_since === null && told_silent === null) endTrouble(memory, applet_id)
  else saveTrouble(memory, applet_id, { ...trouble, failures: 0 })
}

function countFailure(memory: RunnerMemory, program: Program, run: RunRow, message: string): void {
  const { world } = memory
  if (run.cause === 'test') return
  const failed: FailedRun = { applet_id: run.applet_id, name: program.name, run_id: encodeRunId(run), message }
  if (program.notify_failures) noteFailure(memory, failed)
  const now = world.now()
  const before = memory.troubles.get(run.applet_id) ?? noTrouble(now)
  const trouble = { ...before, failures: before.failures + 1, since: before.failures === 0 ? now : before.since }
  const pauses = trouble.paused === null && trouble.failures >= FAILURES_UNTIL_PAUSED && now - trouble.since >= DAY
  saveTrouble(memory, run.applet_id, pauses ? { ...trouble, paused: 'failing' } : trouble)
  if (pauses) world.spawn(world.tellPaused({ applet_id: run.applet_id, name: program.name, why: 'failing' }))
}

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
