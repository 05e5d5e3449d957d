/**
 *   idle ──pressed──▶ working ──succeeded──▶ idle
 *    │ ▲                 │
 *    │ └──declined──┐    └──failed──▶ idle, with the problem
 *    └──asked──▶ asking ──confirmed──▶ working
 *
 * A problem that its reader declines is gone.
 * One deed at a time: while one is under way, other presses do nothing.
 */
export type PressState<Deed> =
  | { kind: 'idle'; problem: string | null }
  | { kind: 'asking'; deed: Deed }
  | { kind: 'working'; deed: Deed }
export type PressEvent<Deed> =
  | { type: 'pressed' | 'asked'; deed: Deed }
  | { type: 'confirmed' | 'declined' | 'succeeded' }
  | { type: 'failed'; problem: string }

export function pressReducer<Deed>(state: PressState<Deed>, event: PressEvent<Deed>): PressState<Deed> {
  switch (event.type) {
    case 'pressed':
      return state.kind === 'idle' ? { kind: 'working', deed: event.deed } : state
    case 'asked':
      return state.kind === 'idle' ? { kind: 'asking', deed: event.deed } : state
    case 'confirmed':
      return state.kind === 'asking' ? { kind: 'working', deed: state.deed } : state
    case 'declined':
      return state.kind === 'working' ? state : { kind: 'idle', problem: null }
    case 'succeeded':
      return state.kind === 'working' ? { kind: 'idle', problem: null } : state
    case 'failed':
      return state.kind === 'working' ? { kind: 'idle', problem: event.problem } : state
  }
}

/** What the dialog of a question shows: it stays open with the problem of the last try. */
export function questionOf<Deed>(state: PressState<Deed>) {
  const problem = state.kind === 'idle' ? state.problem : null
  return { open: state.kind !== 'idle' || problem !== null, busy: state.kind === 'working', problem }
}
