import type { Ref } from 'react'
import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'
import { WALLET_MISSING, type WalletState } from './wallet-flow.ts'

type Props = { state: WalletState; place: Ref<HTMLDivElement>; browser: Checkout['browser_type']; locked: boolean }

/** The slot keeps one height in every state, so that nothing moves. */
export function WalletSlot({ state: { kind }, place, browser, locked }: Props) {
  return (
    <div className="wallet-slot" data-state={kind} inert={kind === 'hidden' || locked}>
      <div className="mount" ref={place} />
      <output>{kind === 'absent' ? WALLET_MISSING[browser] : null}</output>
    </div>
  )
}
