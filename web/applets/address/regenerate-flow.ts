/**
 *   shown ──asked──▶ asking ──confirmed──▶ working ──replaced──▶ shown, with the new URL
 *     ▲               │  ▲                    │
 *     └──cancelled────┘  └──refused (message)─┘
 *
 * While working, other events are ignored: the question stays open until the answer arrives.
 */
export type RegenerateState = { kind: 'shown' } | { kind: 'asking'; message: string | null } | { kind: 'working' }
export type RegenerateEvent =
  | { type: 'asked' | 'cancelled' | 'confirmed' | 'replaced' }
  | { type: 'refused'; message: string }

export function regenerateReducer(state: RegenerateState, event: RegenerateEvent): RegenerateState {
  switch (state.kind) {
    case 'shown':
      return event.type === 'asked' ? { kind: 'asking', message: null } : state
    case 'asking':
      if (event.type === 'cancelled') return { kind: 'shown' }
      return event.type === 'confirmed' ? { kind: 'working' } : state
    case 'working':
      if (event.type === 'replaced') return { kind: 'shown' }
      return event.type === 'refused' ? { kind: 'asking', message: event.message } : state
  }
}
