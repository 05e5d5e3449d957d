import type { AppletCard } from '../../worker/contract/applets.ts'
import { RECOMMENDED_NARROW, RECOMMENDED_WIDE } from '../../worker/contract/limits.ts'

/**
 *   asking ──answered──▶ answered ──resized (wants more than were asked for)──▶ asking
 *      └─────failed────▶ failed ────────────────────────────────────────────────┘
 *
 * What is there stays while more is asked for; a narrower page shows fewer of it and asks for nothing. What an older
 * attempt reports is dropped.
 */
export type RecommendedState = {
  kind: 'asking' | 'answered' | 'failed'
  attempt: number
  /** How many this width shows, and how many were asked for. */
  count: number
  asked: number
  applets: readonly AppletCard[]
  /** The space that was kept for them is given back. */
  settled: boolean
}
export type RecommendedEvent =
  | { type: 'answered'; attempt: number; applets: readonly AppletCard[]; settled: boolean }
  | { type: 'failed'; attempt: number; settled: boolean }
  | { type: 'resized'; count: number }

/** §9: 6 at 850 px and wider, else 3. */
export function countFor(wide: boolean): number {
  return wide ? RECOMMENDED_WIDE : RECOMMENDED_NARROW
}

export function begin(count: number): RecommendedState {
  return { kind: 'asking', attempt: 1, count, asked: count, applets: [], settled: false }
}

export function recommendedReducer(state: RecommendedState, event: RecommendedEvent): RecommendedState {
  if (event.type === 'resized') return resized(state, event.count)
  if (state.kind !== 'asking' || event.attempt !== state.attempt) return state
  const settled = state.settled || event.settled
  return event.type === 'failed'
    ? { ...state, kind: 'failed', settled }
    : { ...state, kind: 'answered', applets: event.applets, settled }
}

function resized(state: RecommendedState, count: number): RecommendedState {
  if (count <= state.asked) return { ...state, count }
  return { ...state, kind: 'asking', attempt: state.attempt + 1, count, asked: count }
}

export function shown({ applets, count }: RecommendedState): readonly AppletCard[] {
  return applets.slice(0, count)
}
