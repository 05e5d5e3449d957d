import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'

/**
 *   idle ──asked──▶ waiting ──answered──▶ answered
 *    ▲               │   │
 *    ├──canceled─────┘   └──refused──▶ refused ──asked──▶ waiting
 *    └──edited (of refused and answered)
 *
 * The answer to an attempt that was canceled is nobody's.
 */
export type DescribeState =
  | { kind: 'idle'; attempt: number; canceled: boolean }
  | { kind: 'waiting'; attempt: number }
  | { kind: 'answered'; attempt: number; described: DescribedDraft }
  | { kind: 'refused'; attempt: number; problem: DescribeProblem }

/** `atField`: about the sentence itself. */
export type DescribeProblem = { message: string; atField: boolean }

export type DescribeEvent =
  | { type: 'asked' | 'canceled' | 'edited' }
  | { type: 'answered'; attempt: number; described: DescribedDraft }
  | { type: 'refused'; attempt: number; problem: DescribeProblem }

export const NOT_ASKED: DescribeState = { kind: 'idle', attempt: 0, canceled: false }

export function describeReducer(state: DescribeState, event: DescribeEvent): DescribeState {
  const { attempt } = state
  switch (event.type) {
    case 'asked':
      return state.kind === 'waiting' || state.kind === 'answered' ? state : { kind: 'waiting', attempt: attempt + 1 }
    case 'canceled':
      return state.kind === 'waiting' ? { kind: 'idle', attempt, canceled: true } : state
    case 'edited':
      return state.kind === 'refused' || state.kind === 'answered' ? { kind: 'idle', attempt, canceled: false } : state
    case 'answered':
      return isWaitedFor(state, event.attempt) ? { kind: 'answered', attempt, described: event.described } : state
    case 'refused':
      return isWaitedFor(state, event.attempt) ? { kind: 'refused', attempt, problem: event.problem } : state
  }
}

/** Whether somebody still waits for the answer to this attempt. */
export function isWaitedFor(state: DescribeState, attempt: number): boolean {
  return state.kind === 'waiting' && state.attempt === attempt
}
