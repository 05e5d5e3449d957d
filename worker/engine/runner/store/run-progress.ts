import { FILTER_ID, isOfService, stepsOfKind, WAIT_ID } from '../../../contract/applets/step-list.ts'
import type { FollowingStep, ProgramBranch, ProgramStep } from '../../../system/runner-api/program.ts'
import type { ActionDecision } from '../../filter/filter-types.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import type { RunTry } from '../../../contract/runs/applet-run.ts'

/**
 * How far a query or an action has come. `sent`: its request may have left; written before one that must not be
 * repeated.
 */
export type StepProgressState = 'pending' | 'sent' | 'retrying' | 'done' | 'skipped' | 'failed' | 'unsure'

/** How far a step of a service has come. */
export type ServiceProgress = {
  /** As in the program. */
  id: number
  module_name: string
  slug: string
  state: StepProgressState
  /** The fields as rendered once; null before. */
  fields: Record<string, string> | null
  /** In the key of its effect: rises when a person repeats it with another request, never for retries. */
  n: number
  tries: RunTry[]
  /** Failed tries that count, by kind: another 4xx has two retries, a transport failure ten. */
  failures: number
  refused: number
  /** Whether an earlier try may have had its effect. */
  uncertain: boolean
  /** When the next try is due, in ms. */
  due: number | null
  message: string | null
  advice: string | null
  answer: string | null
  url: string | null
}

export type QueryProgress = ServiceProgress & { kind: 'query'; rows: Ingredients[] | null }
export type ActionProgress = ServiceProgress & { kind: 'action' }
/** `problem`: why it failed, in words. */
type FilterProgress = { id: number; kind: 'filter'; problem: string | null }
/** `until`: its end in ms; null before it has begun. */
type WaitProgress = { id: number; kind: 'wait'; until: number | null; over: boolean }
export type StepProgress = QueryProgress | ActionProgress | FilterProgress | WaitProgress
export type ProgressOf<Kind extends StepProgress['kind']> = Extract<StepProgress, { kind: Kind }>

/** All that a run needs to go on. It is kept in `work` where evaluating it again could give something else. */
export type RunProgress = {
  steps: StepProgress[]
  /** By the action's id. Null before it was decided. Never evaluated again: the same key must carry the same body. */
  decisions: Record<number, ActionDecision> | null
}

/** The progress of a step of the run's program. */
export function progressOf<Kind extends StepProgress['kind']>(
  { steps }: RunProgress,
  { id, kind }: { id: number; kind: Kind },
): ProgressOf<Kind> {
  const found = stepsOfKind(steps, kind).find((step) => step.id === id)
  if (!found) throw new Error(`This run has no ${kind} with the id ${id}.`)
  return found
}

export function actionsOf({ steps }: RunProgress): ActionProgress[] {
  return stepsOfKind(steps, 'action')
}

/** The progress with its steps of services changed; the Applet's own stay as they are. */
export function withServices(
  progress: RunProgress,
  change: <Step extends QueryProgress | ActionProgress>(step: Step) => Step,
): RunProgress {
  return { ...progress, steps: progress.steps.map((step) => (isOfService(step) ? change(step) : step)) }
}

/** Of a step that a run has not come to yet. */
export function newStepProgress(step: FollowingStep): StepProgress {
  switch (step.kind) {
    case 'query':
      return { ...newServiceProgress(step), kind: 'query', rows: null }
    case 'filter':
      return { id: step.id, kind: 'filter', problem: null }
    case 'wait':
      return { id: step.id, kind: 'wait', until: null, over: false }
    case 'action':
      return newActionProgress(step)
  }
}

export function newActionProgress(step: ProgramStep<'action'>): ActionProgress {
  return { ...newServiceProgress(step), kind: 'action' }
}

function newServiceProgress(step: ProgramStep): ServiceProgress {
  return {
    id: step.id,
    module_name: step.module_name,
    slug: step.slug,
    state: 'pending',
    fields: null,
    n: 0,
    tries: [],
    failures: 0,
    refused: 0,
    uncertain: false,
    due: null,
    message: null,
    advice: null,
    answer: null,
    url: null,
  }
}

/** Of a run that has come nowhere yet. */
export function newProgress({ steps }: ProgramBranch): RunProgress {
  return { steps: steps.map(newStepProgress), decisions: null }
}

export function isStepOver({ state }: ServiceProgress): boolean {
  switch (state) {
    case 'pending':
    case 'sent':
    case 'retrying':
      return false
    case 'done':
    case 'skipped':
    case 'failed':
    case 'unsure':
      return true
  }
}

type ServiceProgressBefore = Omit<ServiceProgress, 'id'> & { position: number }

/** As the progress of runs was stored before their steps were one list. */
type ProgressBefore = {
  queries: (ServiceProgressBefore & { rows: Ingredients[] | null })[]
  decisions: ActionDecision[] | null
  filter: { message: string | null; failed: boolean } | null
  wait_until: number | null
  waited: boolean
  actions: ServiceProgressBefore[]
}

/** Reads a stored progress, also one of before. That has a filter and a wait, whether its Applet has them or not. */
export function upcastProgress(stored: RunProgress | ProgressBefore): RunProgress {
  if ('steps' in stored) return stored
  const { queries, decisions, filter, wait_until, waited, actions } = stored
  return {
    steps: [
      ...queries.map(({ position, ...query }) => ({ id: position, kind: 'query' as const, ...query })),
      { id: FILTER_ID, kind: 'filter', problem: filter?.message ?? null },
      { id: WAIT_ID, kind: 'wait', until: wait_until, over: waited },
      ...actions.map(({ position, ...action }) => ({ id: position, kind: 'action' as const, ...action })),
    ],
    decisions:
      decisions &&
      Object.fromEntries(
        actions.map(({ position }, index) => [position, decisions[index] ?? { skipped: null, fields: {} }]),
      ),
  }
}
