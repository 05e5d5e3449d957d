import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'

/**
 * One click to a higher plan (§4.3): what it costs, then the press.
 *
 *             ┌─failed for the first time: asked once more
 *             ▼ │        loaded                   pressed
 *   ─────▶ loading ───────────────────▶ shown ─────────────▶ upgrading ──upgraded──▶ done
 *           ▲ ▲ │ └─failed again, refused─▶ failed               │ │                  ▲
 *           │ │ └──────────────────────── held ──────────────────│─│──────────────────┘
 *           │ └──retried── failed         ▲                      │ │
 *           │                             └───────refused────────┘ │
 *           └──changed, unclear: asked again, then shown why───────┘
 *
 * Unclear: the upgrade may have gone through, so the details are asked for again; `held` means that it did.
 * A reply carries the number of its attempt; a reply to an earlier attempt is dropped.
 */
export type OneClickState = { attempt: number } & (
  | { kind: 'loading'; again: boolean; notice: OneClickProblem | null }
  | { kind: 'shown'; details: ProUpgradeDetails; problem: OneClickProblem | null }
  | { kind: 'upgrading'; details: ProUpgradeDetails }
  | { kind: 'failed'; problem: OneClickProblem }
  /** `details`: what was shown, if anything. */
  | { kind: 'done'; details: ProUpgradeDetails | null }
)

/** A problem, and the next step. */
export type OneClickProblem = { message: string; way: Way | null }
export type Way = 'card' | 'billing' | 'plans' | 'support' | 'reload' | 'again'

export type OneClickEvent = { type: 'pressed' | 'retried' } | OneClickReply
export type OneClickReply = { attempt: number } & (
  | { type: 'loaded'; details: ProUpgradeDetails }
  | { type: 'held' | 'upgraded' | 'failed' }
  | { type: 'refused' | 'changed' | 'unclear'; problem: OneClickProblem }
)

export const LOADING: OneClickState = { kind: 'loading', attempt: 1, again: false, notice: null }

/** The price could not be loaded. */
export const NO_DETAILS: OneClickProblem = { message: 'We could not look up what the upgrade costs.', way: 'again' }

export function oneClickReducer(state: OneClickState, event: OneClickEvent): OneClickState {
  const { attempt } = state
  switch (event.type) {
    case 'pressed':
      return state.kind === 'shown' ? { kind: 'upgrading', attempt: attempt + 1, details: state.details } : state
    case 'retried':
      return state.kind === 'failed' ? loading(state) : state
    default:
      return event.attempt === attempt ? answer(state, event) : state
  }
}

function loading({ attempt }: OneClickState, notice: OneClickProblem | null = null, again = false): OneClickState {
  return { kind: 'loading', attempt: attempt + 1, again, notice }
}

function answer(state: OneClickState, reply: OneClickReply): OneClickState {
  if (state.kind === 'loading') return afterLoad(state, reply)
  return state.kind === 'upgrading' ? afterPress(state, reply) : state
}

function afterLoad(state: OneClickState & { kind: 'loading' }, reply: OneClickReply): OneClickState {
  const { attempt, notice, again } = state
  switch (reply.type) {
    case 'loaded':
      return { kind: 'shown', attempt, details: reply.details, problem: notice }
    case 'held':
      return { kind: 'done', attempt, details: null }
    case 'refused':
      return { kind: 'failed', attempt, problem: reply.problem }
    case 'failed':
      // The outcome of the press is still unknown, which matters more than the failed lookup.
      return again ? { kind: 'failed', attempt, problem: notice ?? NO_DETAILS } : loading(state, notice, true)
    default:
      return state
  }
}

function afterPress(state: OneClickState & { kind: 'upgrading' }, reply: OneClickReply): OneClickState {
  switch (reply.type) {
    case 'upgraded':
      return { kind: 'done', attempt: state.attempt, details: state.details }
    case 'refused':
      return { ...state, kind: 'shown', problem: reply.problem }
    case 'changed':
    case 'unclear':
      return loading(state, reply.problem)
    default:
      return state
  }
}
