import type { RunDetail, RunEvent, RunStep, RunStepState } from '../../../contract/runs/applet-run.ts'
import { draftIdOf } from '../../../contract/drafts/draft-runs.ts'
import { hasRunEnded } from '../../../contract/runs/applet-run.ts'
import type { Program, ProgramBranch, ProgramStep } from '../../../system/runner-api/program.ts'
import { cutText } from '../store/cut-progress.ts'
import { readProgram } from '../store/programs.ts'
import { newStepProgress, type RunProgress, type StepProgress } from '../store/run-progress.ts'
import { ingredientsOf, readEvent, readRunRow, type RunRow, type StoredEvent } from '../store/runs.ts'
import { shownValue } from '../execution/hide-secrets.ts'
import type { RunnerPart } from '../world/memory.ts'
import { decodeRunId } from '../world/ulid.ts'
import { toSummary } from './list-runs.ts'
import type { Tables } from '../world/world.ts'

const SHOWN_TEXT = 4000

/** The row of a run's public id; null for one that does not exist here. */
export function findRun(memory: RunnerPart<Tables>, id: string): RunRow | null {
  const decoded = decodeRunId(id)
  const row = decoded && readRunRow(memory, decoded.seq)
  return row && row.salt === decoded.salt ? row : null
}

/** A run as its page shows it. */
export function readRun(memory: RunnerPart<Tables, 'programs'>, id: string): RunDetail | null {
  const run = findRun(memory, id)
  if (!run) return null
  const event = readEvent(memory, run)
  const program = readProgram(memory, run.applet_id, run.rev)
  const branch = program?.branches.find(({ feature }) => feature === run.feature) ?? null
  const progress: RunProgress | null = run.steps === null ? null : JSON.parse(run.steps)
  return {
    ...toSummary({ ...run, draft_name: program?.of_draft && draftIdOf(run.applet_id) !== null ? program.name : null }),
    version: program?.version ?? 0,
    event: toEvent(event),
    steps: branch ? stepsOf(run, branch, progress) : [],
    can_replay: canReplay(run, program, event !== null),
    can_cancel: !hasRunEnded(run.state),
  }
}

/** Failed and unsure runs can be done again while what they met is kept. */
export function canReplay(run: RunRow, program: Program | null, hasEvent: boolean): boolean {
  return (run.state === 'failed' || run.state === 'unsure') && program !== null && hasEvent
}

const NO_EVENT: RunEvent = { kind: 'none', content_type: null, bytes: 0, text: null, ingredients: [] }

function toEvent(event: StoredEvent | null): RunEvent {
  if (!event) return NO_EVENT
  const { kind, content_type, bytes, text } = event
  const ingredients = Object.entries(ingredientsOf(event)).map(([name, value]) => ({
    name,
    value: cutText(String(value ?? ''), SHOWN_TEXT),
  }))
  return { kind, content_type, bytes, text: text === null ? null : cutText(text, SHOWN_TEXT), ingredients }
}

function stepsOf(run: RunRow, branch: ProgramBranch, progress: RunProgress | null): RunStep[] {
  const steps = [triggerStep(branch.trigger)]
  for (const [index, query] of branch.queries.entries())
    steps.push(serviceStep('query', run, query, progress?.queries[index]))
  if (branch.filter) steps.push(filterStep(run, progress))
  if (branch.wait > 0) steps.push(waitStep(run, progress, branch.wait))
  for (const [index, action] of branch.actions.entries())
    steps.push(serviceStep('action', run, action, progress?.actions[index]))
  return steps
}

const EMPTY_STEP = {
  position: null,
  module_name: null,
  slug: null,
  input: [],
  answer: null,
  url: null,
  tries: [],
  message: null,
  advice: null,
}

function triggerStep({ position, module_name, slug }: ProgramStep): RunStep {
  return { ...EMPTY_STEP, kind: 'trigger', position, module_name, slug, state: 'done' }
}

function serviceStep(
  kind: 'query' | 'action',
  run: RunRow,
  step: ProgramStep,
  known: StepProgress | undefined,
): RunStep {
  const progress = known ?? newStepProgress(step)
  const { position, module_name, slug, answer, url, tries, advice } = progress
  const input = Object.entries(progress.fields ?? {})
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: shownValue(value) }))
  const state = stepState(run, progress)
  const message = state === 'held' ? run.message : progress.message
  return { kind, position, module_name, slug, state, input, answer, url, tries, message, advice }
}

function stepState(run: RunRow, { state }: StepProgress): RunStepState {
  switch (state) {
    case 'pending':
      if (run.state === 'done') return 'done'
      return run.state === 'held' || run.state === 'cancelled' ? run.state : 'pending'
    case 'sent':
      return hasRunEnded(run.state) ? 'unsure' : 'calling'
    case 'retrying':
      if (run.state === 'cancelled') return 'cancelled'
      return run.state === 'held' ? 'held' : 'retrying'
    case 'done':
    case 'skipped':
    case 'failed':
    case 'unsure':
      return state
  }
}

function filterStep(run: RunRow, progress: RunProgress | null): RunStep {
  const decisions = progress?.decisions ?? null
  const skipped = decisions?.filter((decision) => decision.skipped !== null) ?? []
  const state = progress?.filter?.failed
    ? 'failed'
    : decisions
      ? 'done'
      : run.state === 'cancelled'
        ? 'cancelled'
        : 'pending'
  const answer = decisions
    ? skipped.length === 0
      ? 'Nothing was skipped.'
      : `Skipped ${skipped.length} of ${decisions.length}.`
    : null
  const message = progress?.filter?.message ?? skipped[0]?.skipped ?? null
  return { ...EMPTY_STEP, kind: 'filter', state, answer, message }
}

function waitStep(run: RunRow, progress: RunProgress | null, seconds: number): RunStep {
  const over = progress?.waited === true
  const state = over
    ? 'done'
    : run.state === 'waiting'
      ? 'waiting'
      : run.state === 'cancelled'
        ? 'cancelled'
        : 'pending'
  return { ...EMPTY_STEP, kind: 'wait', state, input: [{ label: 'seconds', value: String(seconds) }] }
}
