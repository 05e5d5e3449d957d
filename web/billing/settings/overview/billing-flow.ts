import type { Billing } from '../../../../worker/contract/billing/billing-overview.ts'

/**
 *            asked(what)             pressed
 *   shown ───────────────▶ asking ───────────────▶ working ──answered──▶ shown, with the answer
 *    ▲  ▲                   │  ▲                      │
 *    │  └──────closed───────┘  └──refused (message)───┘
 *    └──answered, refused── resuming ◀──resumed── shown, asking
 *
 * A new question replaces one that is open; a pending call ends before anything else starts. `refreshed`: data that
 * failed to load at first has arrived.
 */
export type Question = 'cancel' | 'change' | 'card' | 'confirm'
export type BillingState = { billing: Billing } & (
  | { kind: 'shown' | 'resuming' }
  | { kind: 'asking'; what: Question; message: string | null }
  | { kind: 'working'; what: Question }
)
export type BillingEvent =
  | { type: 'asked'; what: Question }
  | { type: 'closed' | 'pressed' | 'resumed' }
  | { type: 'answered' | 'refreshed'; billing: Billing }
  | { type: 'refused'; message: string }

export function shown(billing: Billing): BillingState {
  return { kind: 'shown', billing }
}

export function billingReducer(state: BillingState, event: BillingEvent): BillingState {
  const { billing } = state
  if (event.type === 'refreshed') return { ...state, billing: event.billing }
  switch (state.kind) {
    case 'shown':
      return begun(state, event)
    case 'resuming':
      if (event.type === 'answered') return shown(event.billing)
      return event.type === 'refused' ? shown(billing) : state
    case 'asking':
      if (event.type === 'closed') return shown(billing)
      return event.type === 'pressed' ? { kind: 'working', billing, what: state.what } : begun(state, event)
    case 'working':
      if (event.type === 'answered') return shown(event.billing)
      return event.type === 'refused' ? { kind: 'asking', billing, what: state.what, message: event.message } : state
  }
}

/** A call is pending. */
export function isWorking({ kind }: BillingState): boolean {
  return kind === 'working' || kind === 'resuming'
}

function begun(state: BillingState, event: BillingEvent): BillingState {
  const { billing } = state
  if (event.type === 'asked') return { kind: 'asking', billing, what: event.what, message: null }
  return event.type === 'resumed' ? { kind: 'resuming', billing } : state
}
