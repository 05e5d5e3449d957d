import type { Removal } from '../words/applet-words.ts'

/*
 *   idle ──removalAsked──▶ asking ──confirmed──▶ working (archive, delete) ──succeeded──▶ done (leaves for /my_applets)
 *    ▲ ▲                     │                       │
 *    │ └──────declined───────┘                       │
 *    ├──restoreAsked──▶ working (restore) ──succeeded──▶ idle
 *    └──────────────────────failed───────────────────┘
 * While it works, and once it is done, nothing else begins.
 */
type Deed = Removal | 'restore'
export type ManageState =
  | { kind: 'idle' }
  | { kind: 'asking'; removal: Removal }
  | { kind: 'working'; deed: Deed }
  | { kind: 'done'; removal: Removal }
export type ManageEvent =
  | { type: 'removalAsked'; removal: Removal }
  | { type: 'confirmed' | 'declined' | 'restoreAsked' | 'succeeded' | 'failed' }

export function manageReducer(state: ManageState, event: ManageEvent): ManageState {
  switch (event.type) {
    case 'removalAsked':
      return state.kind === 'idle' ? { kind: 'asking', removal: event.removal } : state
    case 'confirmed':
      return state.kind === 'asking' ? { kind: 'working', deed: state.removal } : state
    case 'declined':
      return state.kind === 'asking' ? { kind: 'idle' } : state
    case 'restoreAsked':
      return state.kind === 'idle' ? { kind: 'working', deed: 'restore' } : state
    case 'succeeded':
      return state.kind === 'working' ? settled(state.deed) : state
    case 'failed':
      return state.kind === 'working' ? { kind: 'idle' } : state
  }
}

function settled(deed: Deed): ManageState {
  return deed === 'archive' || deed === 'delete' ? { kind: 'done', removal: deed } : { kind: 'idle' }
}
