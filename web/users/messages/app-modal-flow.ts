/*
 *   waiting ──rested (the page and the reader do nothing else)──▶ open ──closed, answered──▶ over
 *      └─────shownBefore (in this login, for this Applet)─────────────────────────────────────▲
 */
type AppModalState = { kind: 'waiting' | 'open' | 'over' }
export type AppModalEvent = { type: 'rested' | 'shownBefore' | 'closed' }

export const WAITING: AppModalState = { kind: 'waiting' }

/** Opens at most once: a closed modal, or one shown before, is over (§2.1). */
export function appModalReducer(state: AppModalState, { type }: AppModalEvent): AppModalState {
  if (state.kind === 'over') return state
  if (type !== 'rested') return { kind: 'over' }
  return { kind: 'open' }
}
