import type { ConnectedAccount } from '../../../worker/contract/connections/service.ts'

/**
 *   listed ──asked──▶ asking ──confirmed──▶ disconnecting ──disconnected──▶ listed, without the account
 *      ▲               │  ▲                      │
 *      └──cancelled────┘  └──refused (message)───┘
 *
 * While disconnecting, other events are ignored: the question stays open until the answer arrives.
 */
export type DisconnectState = { connections: readonly ConnectedAccount[] } & (
  | { kind: 'listed' }
  | { kind: 'asking'; account: ConnectedAccount; message: string | null }
  | { kind: 'disconnecting'; account: ConnectedAccount }
)
export type DisconnectEvent =
  | { type: 'asked'; account: ConnectedAccount }
  | { type: 'cancelled' | 'confirmed' | 'disconnected' }
  | { type: 'refused'; message: string }

export function allListed(connections: readonly ConnectedAccount[]): DisconnectState {
  return { kind: 'listed', connections }
}

export function disconnectReducer(state: DisconnectState, event: DisconnectEvent): DisconnectState {
  const { connections } = state
  switch (state.kind) {
    case 'listed':
      return event.type === 'asked' ? { kind: 'asking', connections, account: event.account, message: null } : state
    case 'asking':
      if (event.type === 'cancelled') return allListed(connections)
      return event.type === 'confirmed' ? { kind: 'disconnecting', connections, account: state.account } : state
    case 'disconnecting':
      if (event.type === 'disconnected') return allListed(connections.filter(({ id }) => id !== state.account.id))
      return event.type === 'refused'
        ? { kind: 'asking', connections, account: state.account, message: event.message }
        : state
  }
}
