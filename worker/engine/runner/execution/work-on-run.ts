import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { HOLD_WORDS } from '../../../contract/runs/hold-words.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import type { WaitStep } from '../../../contract/applets/applet-document.ts'
import { stepsOfKind, stepsOfServices } from '../../../contract/applets/step-list.ts'
import type { FollowingStep, Program, ProgramBranch, ProgramStep } from '../../../system/runner-api/program.ts'
import { isUntold } from '../store/added-services.ts'
import { readProgram } from '../store/programs.ts'
import { actionsOf, isStepOver, newProgress, progressOf, type RunProgress } from '../store/run-progress.ts'
import { noteWait } from './failure-notices.ts'
import { dueNow, GIVE_UP_AFTER, readEvent, readWork, saveOpenRun, type RunRow } from '../store/runs.ts'
import type { RunnerMemory, UnderWay } from '../world/memory.ts'
import { awaitService } from './call-step.ts'
import { finishRun, outcomeOfRun } from './end-run.ts'
import { decideAndRender, filterWords } from './decide-actions.ts'
import { filterPause, yieldToOthers } from './filter-budget.ts'
import { INTERNAL_HOLD, isProgramAllowed, PLAN_HOLD } from './hold-rules.ts'
import { hasFilterOfBefore, renewFilter } from './renew-filter.ts'
import { skipReason } from './skip-rules.ts'
import type { Work } from './run-under-way.ts'
import { workOnAction } from './work-on-action.ts'
import { workOnQuery } from './work-on-query.ts'

/** A run taken so often without any outcome fails: something about it breaks us. */
const MOST_TAKES = 5
const STOPPED = 'You stopped it.'

/**
 * Works on a run that was taken, one step after the other. Ends it, or leaves it waiting, retrying or
 * held. Returns how far it came. Never throws: our own faults hold the run for 30 s, and no try is counted.
 */
export async function workOnRun(memory: RunnerMemory, run: RunRow, entry: UnderWay): Promise<RunProgress | null> {
  const work = prepareWork(memory, run, entry)
  if (!work) return null
  try {
    await advance(memory, work)
  } catch (error) {
    memory.world.log('run_interrupted', { applet_id: run.applet_id, message: String(error) })
    // Longer each time: what breaks on every try must not do something 3,000 times a day.
    const delay = INTERNAL_HOLD * 4 ** (run.takes - 1)
    hold(memory, work, 'internal', memory.world.now() + delay, { without_outcome: true })
  }
  return work.progress
}

function prepareWork(memory: RunnerMemory, run: RunRow, entry: UnderWay): Work | null {
  const program = readProgram(memory, run.applet_id, run.rev)
  const branch = program?.branches.find(({ feature }) => feature === run.feature)
  const event = readEvent(memory, run)
  // A run that is taken for the first time has come nowhere yet.
  const stored = run.attempt === 1 ? null : readWork(memory, run.seq)
  const endWith = (state: 'cancelled' | 'failed', message: string) => {
    finishRun(memory, { run, program, progress: stored, has_work: stored !== null }, { state, message })
    return null
  }
  if (!program || !branch || !event || !isOn(memory, program)) return endWith('cancelled', 'The Applet was turned off.')
  if (run.stopped === 1) return endWith('cancelled', STOPPED)
  if (run.takes > MOST_TAKES) return endWith('failed', 'Something went wrong on our side. Replay it, please.')
  if (memory.world.now() >= run.give_up) return endWith('failed', 'It waited too long.')
  const progress = stored ?? newProgress(branch)
  return { run, entry, program, branch, event, progress, has_work: stored !== null, held: null }
}

/** A draft that is done once has no Applet that could be off. */
function isOn({ programs }: RunnerMemory, { applet_id, of_draft }: Program): boolean {
  return of_draft === true || programs.has(applet_id)
}

async function advance(memory: RunnerMemory, work: Work): Promise<void> {
  const blocked = whyBlocked(memory, work)
  if (blocked) return hold(memory, work, blocked.hold, blocked.due)
  if (!hasBegun(work)) {
    const reason = skipReason(memory, work)
    if (reason !== null) return finishRun(memory, work, { state: 'skipped', message: reason })
  }
  if (work.progress.decisions === null && stepsOfKind(work.branch.steps, 'filter').length > 0) {
    const pause = filterPause(memory)
    if (pause !== null) return hold(memory, work, 'filter', pause)
    if (hasFilterOfBefore(work)) await renewFilter(memory, work)
    await yieldToOthers(memory)
  }
  for (const step of work.branch.steps) if (!(await passStep(memory, work, step))) return
  leaveActions(memory, work)
}

/** False where the run goes no further now. A query, the filter and the wait hold up what is below them. */
function passStep(memory: RunnerMemory, work: Work, step: FollowingStep): boolean | Promise<boolean> {
  switch (step.kind) {
    case 'query':
      return askQuery(memory, work, step)
    case 'filter':
      return decide(memory, work)
    case 'wait':
      return decide(memory, work) && wait(memory, work, step)
    case 'action':
      return decide(memory, work) && doAction(memory, work, step)
  }
}

function hasBegun({ run, progress }: Work): boolean {
  const queries = stepsOfKind(progress.steps, 'query')
  return run.cause !== 'event' || progress.decisions !== null || queries.some(({ tries }) => tries.length > 0)
}

/** Finds the hold on a run before any step: a plan that does not allow the Applet, a pause, or a service that is awaited. */
function whyBlocked(memory: RunnerMemory, { program, run, branch }: Work): { hold: HoldReason; due: number } | null {
  const { world, settings } = memory
  const now = world.now()
  if (settings.paused_until !== null && now < settings.paused_until)
    return { hold: 'paused', due: settings.paused_until }
  const running = memory.programs.get(run.applet_id)?.program.running ?? false
  if (!(running || program.of_draft) || !isProgramAllowed(program, tierOf(settings.subscriptions, now)))
    return { hold: 'plan', due: now + PLAN_HOLD }
  const used = [branch.trigger, ...stepsOfServices(branch.steps)].map(({ module_name }) => module_name)
  const untold = used.find((module_name) => isUntold(memory, module_name))
  if (untold !== undefined) return { hold: 'internal', due: awaitService(memory, untold) }
  return null
}

/** True once it is answered. */
async function askQuery(memory: RunnerMemory, work: Work, step: ProgramStep<'query'>): Promise<boolean> {
  const query = progressOf(work.progress, step)
  if (query.rows !== null) return true
  const verdict = await workOnQuery(memory, work, step)
  if (isStopped(memory, work)) return false
  if (verdict.kind === 'held') hold(memory, work, verdict.hold, verdict.due)
  else if (verdict.kind === 'again') leaveRetrying(memory, work, query.due, query.message)
  else if (query.rows === null)
    finishRun(memory, work, { state: query.state === 'skipped' ? 'skipped' : 'failed', message: query.message })
  else return true
  return false
}

/** Runs the filter and renders the fields, once. True if there is something to do. */
function decide(memory: RunnerMemory, work: Work): boolean {
  const { progress, branch } = work
  if (progress.decisions !== null) return true
  const problem = decideAndRender(memory, work)
  if (problem) {
    finishRun(memory, work, { state: 'failed', message: filterWords(problem) })
    return false
  }
  if (actionsOf(progress).every(isStepOver)) {
    finishRun(memory, work, outcomeOfRun(progress))
    return false
  }
  const isWritten = branch.steps.some(({ kind }) => kind === 'wait')
  return isWritten || isRepeatable(branch) || keep(memory, work)
}

/** Whether deciding again gives the same: one action alone, and no field that depends on when or where it is rendered. */
function isRepeatable({ steps }: ProgramBranch): boolean {
  const [only, ...more] = steps
  if (only?.kind !== 'action' || more.length > 0) return false
  return !Object.values(only.fields).some((text) => /\{\{[^}]*(Now|date)/.test(text))
}

/** True once it is over. */
function wait(memory: RunnerMemory, work: Work, step: WaitStep): boolean {
  const { progress, run } = work
  const now = memory.world.now()
  const waiting = progressOf(progress, step)
  if (waiting.over) return true
  waiting.until ??= now + step.seconds * 1000
  if (now >= waiting.until) {
    waiting.over = true
    return keep(memory, work)
  }
  const due = waiting.until
  saveOpenRun(memory, run, progress, { state: 'waiting', due, give_up: due + GIVE_UP_AFTER })
  return false
}

/** Does an action, unless it is over or its next try is not due. One that is held or fails holds up no other. */
async function doAction(memory: RunnerMemory, work: Work, step: ProgramStep<'action'>): Promise<boolean> {
  const actions = actionsOf(work.progress)
  const action = progressOf(work.progress, step)
  if (isStepOver(action) || (action.due !== null && action.due > memory.world.now())) return true
  const verdict = await workOnAction(memory, work, step)
  if (isStopped(memory, work)) return false
  if (verdict.kind === 'held') work.held = { ...verdict, wanted: memory.settings.wanted }
  const rest = actions.slice(actions.indexOf(action) + 1).some((each) => !isStepOver(each))
  return !rest || keep(memory, work)
}

/** After each action had its turn: the run ends, or waits for those that are held or tried again. */
function leaveActions(memory: RunnerMemory, work: Work): void {
  const { progress, held } = work
  const open = actionsOf(progress).filter((action) => !isStepOver(action))
  if (open.length === 0) return finishRun(memory, work, outcomeOfRun(progress))
  const retrying = open.filter((action) => action.due !== null)
  const due = Math.min(...retrying.map((action) => action.due ?? Number.POSITIVE_INFINITY))
  // A held action does not hold up the tries of the others. A sync since then may have ended its reason: it is tried
  // again.
  if (held) {
    const until = held.wanted === memory.settings.wanted ? (held.due ?? work.run.give_up) : memory.world.now()
    return hold(memory, work, held.hold, Math.min(until, due))
  }
  leaveRetrying(memory, work, due, retrying[0]?.message ?? null)
}

/** Writes the progress so that nothing decided is evaluated again. False if another incarnation has the run. */
function keep(memory: RunnerMemory, work: Work): boolean {
  const { run, progress } = work
  const kept = saveOpenRun(memory, run, progress, { state: 'calling', due: dueNow(memory, run) })
  if (kept) work.has_work = true
  return kept
}

function leaveRetrying(
  memory: RunnerMemory,
  { run, progress }: Work,
  due: number | null,
  message: string | null,
): void {
  const at = Math.min(due ?? memory.world.now(), run.give_up)
  if (saveOpenRun(memory, run, progress, { state: 'retrying', due: at, message })) noteWait(memory, run.seq, null)
}

function hold(
  memory: RunnerMemory,
  { run, progress }: Work,
  reason: HoldReason,
  due: number | null,
  more: { without_outcome?: boolean } = {},
): void {
  const at = Math.min(due ?? run.give_up, run.give_up)
  const change = { state: 'held', hold: reason, due: at, message: HOLD_WORDS[reason], ...more } as const
  if (saveOpenRun(memory, run, progress, change)) noteWait(memory, run.seq, reason)
}

/** Its user stopped it while a step was under way: that step is recorded, and no further one begins. */
function isStopped(memory: RunnerMemory, work: Work): boolean {
  if (!work.entry.stopped) return false
  const { progress } = work
  if (actionsOf(progress).every(isStepOver)) return false
  finishRun(memory, work, { state: 'cancelled', message: STOPPED })
  return true
}
