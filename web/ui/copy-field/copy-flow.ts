/**
 *   idle ──pressed──▶ copying ──copied──▶ copied ──elapsed (1000 ms)──▶ idle
 *                        └────refused──▶ refused (the text is selected, to be copied by hand)
 * A press in any state is a new attempt; reports of older attempts are dropped.
 */
type CopyState = { kind: 'idle' | 'copying' | 'copied' | 'refused'; attempt: number }
export type CopyEvent = { type: 'pressed' } | { type: 'copied' | 'refused' | 'elapsed'; attempt: number }

export const NOT_COPIED: CopyState = { kind: 'idle', attempt: 0 }

export function copyReducer(state: CopyState, event: CopyEvent): CopyState {
  if (event.type === 'pressed') return { kind: 'copying', attempt: state.attempt + 1 }
  if (event.attempt !== state.attempt) return state
  if (event.type === 'elapsed') return state.kind === 'copied' ? { ...state, kind: 'idle' } : state
  return state.kind === 'copying' ? { ...state, kind: event.type } : state
}

export function copyLabel(state: CopyState): 'Copy' | 'Copied' {
  return state.kind === 'copied' ? 'Copied' : 'Copy'
}
