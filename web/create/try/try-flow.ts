import type { DraftSampleResponse, DryRunStep } from '../../../worker/contract/drafts/try-draft.ts'

/**
 *   empty ──fetch──▶ fetching ──fetched──▶ shown ──dry_run──▶ shown, busy ──answered──▶ shown, with its steps
 *     ▲                 │                    │                                └─failed──▶ shown, with the problem
 *     └─────failed──────┘                    └─ask──▶ asking ──confirmed──▶ shown, busy ──sent──▶ shown, with its run
 *
 * Another event, or a change of the draft, takes away what the last one said.
 */
export type TryState = { kind: 'empty'; problem: TryProblem | null } | { kind: 'fetching' } | ShownTry

export type ShownTry = {
  kind: 'shown'
  busy: 'dry_run' | 'run_once' | null
  asking: boolean
  problem: TryProblem | null
  sample: DraftSampleResponse
  /** Which of its events is tried. */
  chosen: number
  /** The result of the dry run; null before one. */
  steps: DryRunStep[] | null
  /** The run that was done once; null before. */
  run: string | null
}

/** Why a try was refused. `upgrade`: the plan does not include it. */
export type TryProblem = { message: string; upgrade: boolean }

export type TryEvent =
  | { type: 'fetch' }
  | { type: 'fetched'; sample: DraftSampleResponse }
  | { type: 'failed'; problem: TryProblem }
  | { type: 'chosen'; index: number }
  | { type: 'dry_run' }
  | { type: 'answered'; steps: DryRunStep[] }
  | { type: 'asked' | 'declined' | 'confirmed' }
  | { type: 'sent'; run: string }
  /** The draft is not what was tried anymore. `trigger`: nor is its trigger. */
  | { type: 'changed'; trigger: boolean }

export const NOT_TRIED: TryState = { kind: 'empty', problem: null }

export function tryReducer(state: TryState, event: TryEvent): TryState {
  switch (event.type) {
    case 'fetch':
      return isBusy(state) ? state : { kind: 'fetching' }
    case 'fetched':
      return state.kind === 'fetching' ? shown(event.sample) : state
    case 'failed':
      if (state.kind === 'fetching') return { kind: 'empty', problem: event.problem }
      return state.kind === 'shown' ? { ...state, busy: null, problem: event.problem } : state
    case 'chosen':
      return state.kind === 'shown' && !isBusy(state) ? shown(state.sample, event.index) : state
    case 'dry_run':
      return state.kind === 'shown' && !isBusy(state) ? { ...state, busy: 'dry_run', problem: null } : state
    case 'answered':
      return state.kind === 'shown' && state.busy === 'dry_run' ? { ...state, busy: null, steps: event.steps } : state
    case 'asked':
      return state.kind === 'shown' && !isBusy(state) ? { ...state, asking: true, problem: null } : state
    case 'declined':
      return state.kind === 'shown' ? { ...state, asking: false } : state
    case 'confirmed':
      return state.kind === 'shown' && state.asking ? { ...state, asking: false, busy: 'run_once' } : state
    case 'sent':
      return state.kind === 'shown' ? { ...state, busy: null, run: event.run } : state
    case 'changed':
      if (event.trigger || state.kind !== 'shown') return NOT_TRIED
      // An answer about the draft before says nothing about it now; what has begun goes on.
      return { ...shown(state.sample, state.chosen), busy: state.busy === 'run_once' ? 'run_once' : null }
  }
}

export function isBusy(state: TryState): boolean {
  return state.kind === 'fetching' || (state.kind === 'shown' && state.busy !== null)
}

function shown(sample: DraftSampleResponse, chosen = 0): ShownTry {
  return { kind: 'shown', sample, chosen, steps: null, run: null, busy: null, asking: false, problem: null }
}
