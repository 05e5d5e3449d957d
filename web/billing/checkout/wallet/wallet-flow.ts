import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'

/**
 *   waiting ──mounted──▶ checking ──found──▶ available
 *                          │  └──absent──▶ absent ──elapsed──▶ hidden
 *                          └────elapsed (1 s, §9)────────────────▲
 *
 * A hidden wallet stays hidden: one that appears late would shift the page under the user (§2.3).
 */
export type WalletState = { kind: 'waiting' | 'checking' | 'available' | 'absent' | 'hidden' }
export type WalletEvent = { type: 'mounted' | 'found' | 'absent' | 'elapsed' }

export const WAITING: WalletState = { kind: 'waiting' }

export function walletReducer(state: WalletState, { type }: WalletEvent): WalletState {
  switch (type) {
    case 'mounted':
      return state.kind === 'waiting' ? { kind: 'checking' } : state
    case 'found':
      return state.kind === 'checking' ? { kind: 'available' } : state
    case 'absent':
      return state.kind === 'checking' || state.kind === 'waiting' ? { kind: 'absent' } : state
    case 'elapsed':
      return state.kind === 'available' ? state : { kind: 'hidden' }
  }
}

/** The text shown in place of the wallet, by browser (§2.3). */
export const WALLET_MISSING: Record<Checkout['browser_type'], string> = {
  safari: 'Apple Pay not available',
  chrome: 'GPay not available',
  other: 'Payment method not available',
}
