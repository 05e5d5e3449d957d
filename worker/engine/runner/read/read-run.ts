import type { RunDetail, RunEvent, RunStep, RunStepState } from '../../../contract/runs/applet-run.ts'
import { draftIdOf } from '../../../contract/drafts/draft-runs.ts'
import { hasRunEnded } from '../../../contract/runs/applet-run.ts'
import { MAY_TRY_NOW } from '../../../contract/runs/hold-words.ts'
import type { FollowingStep, Program, ProgramBranch, ProgramTrigger } from '../../../system/runner-api/program.ts'
import { cutText } from '../store/cut-progress.ts'
import { readProgram } from '../store/programs.ts'
import {
  actionsOf,
  newStepProgress,
  upcastProgress,
  type ActionProgress,
  type ProgressOf,
  type QueryProgress,
  type RunProgress,
  type ServiceProgress,
} from '../store/run-progress.ts'
import { ingredientsOf, readEvent, readRunRow, type RunRow, type StoredEvent } from '../store/runs.ts'
import { shownValue } from '../execution/step-secrets.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'
import { decodeRunId } from '../world/ulid.ts'
import { toSummary } from './list-runs.ts'

const SHOWN_TEXT = 4000

/** The row of a run's public id; null for one that does not exist here. */
export function findRun(memory: RunnerMemory, id: string): RunRow | null {
  const decoded = decodeRunId(id)
  const row = decoded && readRunRow(memory, decoded.seq)
  return row && row.salt === decoded.salt ? row : null
}

/** A run as its page shows it. */
export function readRun(memory: RunnerMemory, id: string): RunDetail | null {
  const run = findRun(memory, id)
  if (!run) return null
  const event = readEvent(memory, run)
  const program = readProgram(memory, run.applet_id, run.rev)
  const branch = program?.branches.find(({ feature }) => feature === run.feature) ?? null
  const progress: RunProgress | null = run.steps === null ? null : upcastProgress(JSON.parse(run.steps))
  return {
    ...toSummary({ ...run, draft_name: program?.of_draft && draftIdOf(run.applet_id) !== null ? program.name : null }),
    version: program?.version ?? 0,
    timezone: memory.settings.timezone,
    event: toEvent(event),
    steps: branch ? stepsOf(run, branch, progress).map((step) => withSetting(step, branch, memory.settings)) : [],
    can_replay: canReplay(run, program, event !== null),
    can_cancel: !hasRunEnded(run.state),
    can_try_now: canTryNow(run),
  }
}

/** Failed and unsure runs can be done again while what they met is kept. */
export function canReplay(run: RunRow, program: Program | null, hasEvent: boolean): boolean {
  return (run.state === 'failed' || run.state === 'unsure') && program !== null && hasEvent
}

/** Whether a person may have the next try made at once. */
export function canTryNow({ state, hold }: Pick<RunRow, 'state' | 'hold'>): boolean {
  return state === 'retrying' || (state === 'held' && hold !== null && MAY_TRY_NOW[hold])
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

function stepsOf(run: RunRow, { trigger, steps }: ProgramBranch, progress: RunProgress | null): RunStep[] {
  return [triggerStep(trigger), ...steps.map((step) => toStep(run, step, progress))]
}

type Accounts = Pick<RunnerSettings, 'accounts'>

function withSetting(step: RunStep, { trigger, steps }: ProgramBranch, { accounts }: Accounts): RunStep {
  const own = [trigger, ...steps].find((each) =>
    step.position === null ? each.kind === step.kind : each.id === step.position,
  )
  switch (own?.kind) {
    case 'trigger':
    case 'query':
    case 'action': {
      const sent = new Map(step.input.map(({ label, value }) => [label, value]))
      // What was sent is more than what it was set to.
      const valueOf = (slug: string, set: string) =>
        sent.size > 0 && set.includes('{{') ? (sent.get(slug) ?? '') : set
      const fields = Object.entries(own.fields).map(([slug, set]) => [
        slug,
        cutText(shownValue(valueOf(slug, set)), SHOWN_TEXT),
      ])
      const account = accounts.find(({ id }) => id === own.account_id)?.name ?? null
      const labels = own.labels && { labels: own.labels }
      return { ...step, setting: { fields: Object.fromEntries(fields), ...labels, account } }
    }
    case 'wait':
      return { ...step, setting: { fields: { seconds: String(own.seconds) }, account: null } }
    case 'filter':
    case undefined:
      return step
  }
}

function toStep(run: RunRow, step: FollowingStep, progress: RunProgress | null): RunStep {
  const known = progress?.steps.find(({ id }) => id === step.id) ?? newStepProgress(step)
  switch (known.kind) {
    case 'query':
    case 'action':
      return serviceStep(run, known)
    case 'filter':
      return filterStep(run, known, progress)
    case 'wait':
      return waitStep(run, known)
  }
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

function triggerStep({ id, module_name, slug }: ProgramTrigger): RunStep {
  return { ...EMPTY_STEP, kind: 'trigger', position: id, module_name, slug, state: 'done' }
}

function serviceStep(run: RunRow, step: QueryProgress | ActionProgress): RunStep {
  const { id, kind, module_name, slug, answer, url, tries, advice } = step
  const input = Object.entries(step.fields ?? {})
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: shownValue(value) }))
  const state = stepState(run, step)
  const message = state === 'held' ? run.message : step.message
  return { kind, position: id, module_name, slug, state, input, answer, url, tries, message, advice }
}

function stepState(run: RunRow, { state }: ServiceProgress): RunStepState {
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

function filterStep(run: RunRow, { problem }: ProgressOf<'filter'>, progress: RunProgress | null): RunStep {
  const decisions = progress?.decisions ?? null
  const actions = progress ? actionsOf(progress) : []
  const reasons = actions.map(({ id }) => decisions?.[id]?.skipped ?? null).filter((reason) => reason !== null)
  const state = problem !== null ? 'failed' : decisions ? 'done' : run.state === 'cancelled' ? 'cancelled' : 'pending'
  const answer = decisions
    ? reasons.length === 0
      ? 'Nothing was skipped.'
      : `Skipped ${reasons.length} of ${actions.length}.`
    : null
  return { ...EMPTY_STEP, kind: 'filter', state, answer, message: problem ?? reasons[0] ?? null }
}

function waitStep(run: RunRow, { over }: ProgressOf<'wait'>): RunStep {
  const state = over
    ? 'done'
    : run.state === 'waiting'
      ? 'waiting'
      : run.state === 'cancelled'
        ? 'cancelled'
        : 'pending'
  return { ...EMPTY_STEP, kind: 'wait', state }
}
