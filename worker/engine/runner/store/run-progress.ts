import type { ProgramBranch } from '../../../system/runner-api/program.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import type { RunTry } from '../../../contract/runs/applet-run.ts'

/**
 * How far a query or an action has come. `sent`: its request may have left; written before one that must not be
 * repeated.
 */
const STEP_STATES = ['pending', 'sent', 'retrying', 'done', 'skipped', 'failed', 'unsure'] as const
export type StepProgressState = (typeof STEP_STATES)[number]

export type StepProgress = {
  position: number
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

export type QueryProgress = StepProgress & { rows: Ingredients[] | null }

/** The filter's decision on one action. */
export type ActionDecision = { skipped: string | null; fields: Record<string, string> }

/** All that a run needs to go on. It is kept in `work` where evaluating it again could give something else. */
export type RunProgress = {
  queries: QueryProgress[]
  /** Null before the filter has run. Never evaluated again: the same key must carry the same body. */
  decisions: ActionDecision[] | null
  filter: { message: string | null; failed: boolean } | null
  /** The end of the Applet's wait, in ms; null without one or before it. */
  wait_until: number | null
  waited: boolean
  actions: StepProgress[]
}

export function newStepProgress(step: { position: number; module_name: string; slug: string }): StepProgress {
  return {
    position: step.position,
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
export function newProgress({ queries, actions }: ProgramBranch): RunProgress {
  return {
    queries: queries.map((step) => ({ ...newStepProgress(step), rows: null })),
    decisions: null,
    filter: null,
    wait_until: null,
    waited: false,
    actions: actions.map(newStepProgress),
  }
}

export function isStepOver({ state }: StepProgress): boolean {
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
