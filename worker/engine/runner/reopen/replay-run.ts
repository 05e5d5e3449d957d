import type { ReplayRequest } from '../../../system/runner-api/runner-api.ts'
import type { Program, ProgramBranch, ProgramStep } from '../../../system/runner-api/program.ts'
import { canReplay, findRun } from '../read/read-run.ts'
import { programToRepeat, readProgram } from '../store/programs.ts'
import {
  actionsOf,
  newActionProgress,
  newStepProgress,
  type ActionProgress,
  type RunProgress,
  type StepProgress,
} from '../store/run-progress.ts'
import { GIVE_UP_AFTER, readEvent, readWork, saveWork, type RunRow } from '../store/runs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'

/**
 * Runs failed and unsure runs again from the step that failed; what succeeded is not done again. With the Applet's
 * present version unless `as_it_was`. Returns how many it took.
 */
export function replayRuns(memory: RunnerMemory, { runs, as_it_was }: ReplayRequest): number {
  return transact(memory, () => runs.filter((id) => replayRun(memory, id, as_it_was)).length)
}

function replayRun(memory: RunnerMemory, id: string, as_it_was: boolean): boolean {
  const run = findRun(memory, id)
  if (!run || memory.under_way.has(run.seq)) return false
  const old = readProgram(memory, run.applet_id, run.rev)
  const current = programToRepeat(memory, run)
  if (!current || !canReplay(run, old, readEvent(memory, run) !== null)) return false
  const target = as_it_was && old ? { rev: run.rev, program: old } : current
  const branch = branchOf(target.program, run)
  if (!branch) return false
  const before = readWork(memory, run.seq)
  const changed = target.rev !== run.rev
  const progress = before && (changed ? progressOfVersion(before, branch) : reopened(before))
  return reopen(memory, run, target.rev, progress)
}

function branchOf({ branches }: Program, { feature }: RunRow): ProgramBranch | null {
  return branches.find((branch) => branch.feature === feature) ?? null
}

/** Makes an ended run ready again; its receipt then says so. */
export function reopen(memory: RunnerMemory, run: RunRow, rev: number, progress: RunProgress | null): boolean {
  const { world } = memory
  const now = world.now()
  const opened = world.sql(
    `update run set state = 'ready', hold = null, due = ?, give_up = ?, rev = ?, ended_at = null, message = null,
     attempt = attempt + 1, takes = 0, stopped = 0 where seq = ? and attempt = ? and ended_at is not null returning seq`,
    now,
    now + GIVE_UP_AFTER,
    rev,
    run.seq,
    run.attempt,
  )
  if (opened.length === 0) return false
  memory.open_runs += 1
  if (progress) saveWork(memory, run.seq, progress)
  else world.sql('delete from work where seq = ?', run.seq)
  return true
}

/** The same version: failed steps are done again, with the same key unless their outcome is known. */
function reopened(progress: RunProgress): RunProgress {
  return { ...progress, steps: progress.steps.map(reopenedStep) }
}

function reopenedStep(step: StepProgress): StepProgress {
  switch (step.kind) {
    case 'query':
      return step.state === 'done' ? step : { ...step, ...AGAIN }
    case 'filter':
      return { ...step, problem: null }
    case 'wait':
      return step
    case 'action':
      return needsRepeat(step) ? repeated(step) : step
  }
}

const AGAIN = { state: 'pending', failures: 0, refused: 0, due: null, message: null, advice: null } as const

function needsRepeat({ state }: ActionProgress): boolean {
  return state === 'failed' || state === 'unsure'
}

/** A step whose outcome is known gets a new key: it is a new effect. */
export function repeated(action: ActionProgress): ActionProgress {
  return { ...action, ...AGAIN, n: action.uncertain ? action.n : action.n + 1 }
}

/** Another version: done actions stay done, and a wait that is over; the rest is decided and rendered again. */
function progressOfVersion(before: RunProgress, branch: ProgramBranch): RunProgress {
  const known = new Map(before.steps.map((step) => [step.id, step]))
  // No key comes again with another request, not even that of another step at the same place.
  const n = 1 + Math.max(0, ...actionsOf(before).map((action) => action.n))
  const steps = branch.steps.map((step): StepProgress => {
    const own = known.get(step.id)
    switch (step.kind) {
      case 'query':
      case 'filter':
        return newStepProgress(step)
      case 'wait':
        return own?.kind === 'wait' ? own : newStepProgress(step)
      case 'action':
        return own?.kind === 'action' ? actionOfVersion(own, step, n) : { ...newActionProgress(step), n }
    }
  })
  return { steps, decisions: null }
}

function actionOfVersion(action: ActionProgress, step: ProgramStep<'action'>, n: number): ActionProgress {
  if (action.module_name !== step.module_name || action.slug !== step.slug) return { ...newActionProgress(step), n }
  if (action.state === 'done') return action
  const { tries, fields } = action
  // Its outcome is not known: the same request keeps its key.
  if (action.uncertain) return { ...newActionProgress(step), n: action.n, tries, uncertain: true, fields }
  return { ...newActionProgress(step), n, tries }
}
