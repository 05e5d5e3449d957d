/*
 *   waiting ──rested (the page and the reader do nothing else)──▶ open ──closed, answered──▶ over
 *      └─────shownBefore (in this log-in, for this Applet)────────────────────────────────────▲
 */
type AppModalState = { kind: 'waiting' | 'open' | 'over' }
export type AppModalEvent = { type: 'rested' | 'shownBefore' | 'closed' }

export const WAITING: AppModalState = { kind: 'waiting' }

/** It opens at most once: what was closed, or shown before, is over (§2.1). */
export function appModalReducer(state: AppModalState, { type }: AppModalEvent): AppModalState {
  if (state.kind === 'over') return state
  if (type !== 'rested') return { kind: 'over' }
  return { kind: 'open' }
}
