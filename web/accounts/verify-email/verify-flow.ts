/**
 *   checking ──verified──▶ verified
 *      │  ▲
 *      │  └──retried── unreachable
 *      ├──failed (no answer)──▶┘
 *      └──refused (used, too old, forged)──▶ gone
 */
export type VerifyState = { kind: 'checking' | 'verified' | 'gone' } | { kind: 'unreachable'; message: string }
export type VerifyEvent = { type: 'verified' | 'refused' | 'retried' } | { type: 'failed'; message: string }

export const CHECKING: VerifyState = { kind: 'checking' }

export function verifyReducer(state: VerifyState, event: VerifyEvent): VerifyState {
  if (event.type === 'retried') return state.kind === 'unreachable' ? CHECKING : state
  if (state.kind !== 'checking') return state
  if (event.type === 'failed') return { kind: 'unreachable', message: event.message }
  return { kind: event.type === 'verified' ? 'verified' : 'gone' }
}
