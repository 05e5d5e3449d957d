import type { SessionRow } from '../../../worker/contract/accounts/me.ts'

/**
 *   idle ──pressed(one | others)──▶ ending ──ended──▶ idle, without those rows
 *     ▲                              │
 *     └─ refused ◀──refused──────────┘   (refused ──pressed──▶ ending)
 *
 * Ends one at a time: ignores a press while a session is ending, and a report when none is.
 */
export type Which = { kind: 'one'; id: string } | { kind: 'others' }
export type SessionsState = { sessions: readonly SessionRow[] } & (
  | { kind: 'idle' }
  | { kind: 'ending'; which: Which }
  | { kind: 'refused'; which: Which; message: string }
)
export type SessionsEvent = { type: 'pressed'; which: Which } | { type: 'ended' } | { type: 'refused'; message: string }

export function listed(sessions: readonly SessionRow[]): SessionsState {
  return { kind: 'idle', sessions }
}

export function sessionsReducer(state: SessionsState, event: SessionsEvent): SessionsState {
  const { sessions } = state
  if (event.type === 'pressed') {
    return state.kind === 'ending' ? state : { kind: 'ending', sessions, which: event.which }
  }
  if (state.kind !== 'ending') return state
  if (event.type === 'refused') return { kind: 'refused', sessions, which: state.which, message: event.message }
  return { kind: 'idle', sessions: without(sessions, state.which) }
}

/** The current device is never ended here; that is signing out. */
function without(sessions: readonly SessionRow[], which: Which): SessionRow[] {
  return sessions.filter(({ id, current }) => current || (which.kind === 'one' && which.id !== id))
}
