/**
 *   checking ──found──▶ unsupported │ not_offered │ blocked │ off │ on
 *
 *   off ──onPressed──▶ asking ──allowed──▶ subscribing ──subscribed──▶ on ──offPressed──▶ leaving ──left──▶ off
 *                        │ refused            │ failed, elapsed         │ testPressed
 *                        ▼                    ▼                         ▼
 *                     blocked │ off         off, with why            testing ──tested──▶ on, with how it went
 *
 * A subscription that arrives after the push service was declared unreachable still counts.
 */
export type PushState =
  | { kind: 'checking' | 'unsupported' | 'not_offered' | 'blocked' | 'asking' | 'subscribing' | 'leaving' | 'testing' }
  | { kind: 'off'; why: string | null }
  | { kind: 'on'; outcome: string | null }

export type PushEvent =
  | { type: 'found'; state: 'unsupported' | 'not_offered' | 'blocked' | 'off' | 'on' }
  | { type: 'onPressed' | 'offPressed' | 'testPressed' | 'allowed' | 'subscribed' | 'left' | 'elapsed' }
  | { type: 'refused'; permission: 'denied' | 'default' }
  | { type: 'failed'; message: string }
  | { type: 'tested'; browsers: number }

export const CHECKING: PushState = { kind: 'checking' }
/** In ms. An offline browser never reports that it cannot reach its push service. */
export const PATIENCE = 5000
export const UNREACHABLE = 'Your browser could not reach its notification service. Check your connection and try again.'
const OFF: PushState = { kind: 'off', why: null }
const ON: PushState = { kind: 'on', outcome: null }

export function pushReducer(state: PushState, event: PushEvent): PushState {
  switch (event.type) {
    case 'found':
      return state.kind === 'checking' ? settled(event.state) : state
    case 'onPressed':
      return state.kind === 'off' ? { kind: 'asking' } : state
    case 'allowed':
      return state.kind === 'asking' ? { kind: 'subscribing' } : state
    case 'refused':
      if (state.kind !== 'asking') return state
      return event.permission === 'denied' ? { kind: 'blocked' } : OFF
    case 'subscribed':
      return state.kind === 'subscribing' || state.kind === 'off' ? ON : state
    case 'elapsed':
      return state.kind === 'subscribing' ? { kind: 'off', why: UNREACHABLE } : state
    case 'failed':
      return afterFailure(state, event.message)
    case 'offPressed':
      return state.kind === 'on' ? { kind: 'leaving' } : state
    case 'left':
      return state.kind === 'leaving' ? OFF : state
    case 'testPressed':
      return state.kind === 'on' ? { kind: 'testing' } : state
    case 'tested':
      return state.kind === 'testing' ? { kind: 'on', outcome: sentTo(event.browsers) } : state
  }
}

function settled(found: 'unsupported' | 'not_offered' | 'blocked' | 'off' | 'on'): PushState {
  if (found === 'off') return OFF
  return found === 'on' ? ON : { kind: found }
}

function afterFailure(state: PushState, message: string): PushState {
  switch (state.kind) {
    case 'checking':
    case 'asking':
    case 'subscribing':
      return { kind: 'off', why: message }
    case 'leaving':
    case 'testing':
      return { kind: 'on', outcome: message }
    default:
      return state
  }
}

function sentTo(browsers: number): string {
  return browsers === 1 ? 'Sent to this browser.' : `Sent to ${browsers} browsers.`
}
