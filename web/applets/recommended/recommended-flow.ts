import type { AppletCard } from '../../../worker/contract/applets/applet.ts'
import { RECOMMENDED_NARROW, RECOMMENDED_WIDE } from '../../../worker/contract/limits.ts'

/**
 *   asking ──answered──▶ answered ──resized (wants more than requested)───────▶ asking
 *      └─────failed────▶ failed ───resized (likewise), retried────────────────▶ asking
 *
 * The list stays while more is requested; a narrower page shows fewer and requests nothing. Reports of older attempts
 * are dropped. The reserved space is released (`leftBehind`) once the result is known and the page's foot is out of
 * sight.
 */
export type RecommendedState = {
  kind: 'asking' | 'answered' | 'failed'
  attempt: number
  /** How many this width shows, and how many were requested. */
  count: number
  asked: number
  applets: readonly AppletCard[]
  /** For which pages the space is released: a page that becomes wide needs more of it until it has its answer. */
  settled: 'no' | 'narrow' | 'all'
}
export type RecommendedEvent =
  | { type: 'answered'; attempt: number; applets: readonly AppletCard[] }
  | { type: 'failed'; attempt: number }
  | { type: 'resized'; count: number }
  | { type: 'retried' | 'leftBehind' }

/** §9: 6 at 850 px and wider, else 3. */
export function countFor(wide: boolean): number {
  return wide ? RECOMMENDED_WIDE : RECOMMENDED_NARROW
}

export function begin(count: number): RecommendedState {
  return { kind: 'asking', attempt: 1, count, asked: count, applets: [], settled: 'no' }
}

export function recommendedReducer(state: RecommendedState, event: RecommendedEvent): RecommendedState {
  switch (event.type) {
    case 'resized':
      return event.count > state.asked ? ask(state, event.count) : { ...state, count: event.count }
    case 'retried':
      return state.kind === 'failed' ? ask(state, state.count) : state
    case 'leftBehind':
      return state.kind === 'asking' ? state : { ...state, settled: settledBy(state) }
    case 'answered':
      return isAwaited(state, event) ? { ...state, kind: 'answered', applets: event.applets } : state
    case 'failed':
      return isAwaited(state, event) ? { ...state, kind: 'failed' } : state
  }
}

function ask(state: RecommendedState, count: number): RecommendedState {
  return { ...state, kind: 'asking', attempt: state.attempt + 1, count, asked: Math.max(count, state.asked) }
}

function isAwaited({ kind, attempt }: RecommendedState, event: { attempt: number }): boolean {
  return kind === 'asking' && event.attempt === attempt
}

function settledBy({ asked, applets }: RecommendedState): RecommendedState['settled'] {
  return asked === RECOMMENDED_WIDE || applets.length < asked ? 'all' : 'narrow'
}

export function shown({ applets, count }: RecommendedState): readonly AppletCard[] {
  return applets.slice(0, count)
}
