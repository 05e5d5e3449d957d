import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'

/**
 *   waiting ──mounted──▶ checking ──found──▶ available ◀──found── absent, hidden
 *      │                   │                    │
 *      │                   ├──absent──▶ absent ◀┘ absent; hidden once the second is over
 *      └──elapsed──────────┴─elapsed (1 s, §9)─▶ hidden ◀──elapsed── absent
 *
 * Stripe may answer late or again, and its last answer counts. The slot keeps its place, so a wallet that comes
 * after the second moves nothing.
 */
export type WalletState = {
  kind: 'waiting' | 'checking' | 'available' | 'absent' | 'hidden'
  /** Whether the second is over. */
  elapsed: boolean
}
export type WalletEvent = { type: 'mounted' | 'found' | 'absent' | 'elapsed' }

export const WAITING: WalletState = { kind: 'waiting', elapsed: false }

export function walletReducer(state: WalletState, { type }: WalletEvent): WalletState {
  switch (type) {
    case 'mounted':
      return state.kind === 'waiting' ? { ...state, kind: 'checking' } : state
    case 'found':
      return { ...state, kind: 'available' }
    case 'absent':
      return { ...state, kind: state.elapsed ? 'hidden' : 'absent' }
    case 'elapsed':
      return { kind: state.kind === 'available' ? 'available' : 'hidden', elapsed: true }
  }
}

/** The text shown in place of the wallet, by browser (§2.3). */
export const WALLET_MISSING: Record<Checkout['browser_type'], string> = {
  safari: 'Apple Pay not available',
  chrome: 'GPay not available',
  other: 'Payment method not available',
}
