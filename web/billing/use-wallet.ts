import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import type { Checkout } from '../../worker/contract/checkout.ts'
import { WALLET_PATIENCE } from '../../worker/contract/limits.ts'
import { report } from '../browser/report.ts'
import { after } from '../browser/timers.ts'
import type { Charge } from './charge.ts'
import { WAITING, walletReducer, type WalletEvent } from './wallet-flow.ts'
import { walletButton, walletGroup } from './wallet-options.ts'

type Given = {
  stripe: Stripe | null
  /** Stripe.js did not come. */
  missing: boolean
  browser: Checkout['browser_type']
  charge: Charge
  onClick(event: StripeExpressCheckoutElementClickEvent): void
  onConfirm(event: StripeExpressCheckoutElementConfirmEvent): void
  onCancel(): void
}

/** The wallet's button (§2.3): mounted in `place`, and given a second to say that it can be used (§9). */
export function useWallet({ stripe, missing, browser, charge, onClick, onConfirm, onCancel }: Given) {
  const [state, send] = useReducer(walletReducer, WAITING)
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const clicked = useEffectEvent(onClick)
  const confirmed = useEffectEvent(onConfirm)
  const cancelled = useEffectEvent(onCancel)
  const group = useEffectEvent(() => walletGroup(charge))
  const { today, plan } = charge

  useEffect(() => {
    if (!stripe || !place.current) return undefined
    send({ type: 'mounted' })
    const stop = after(WALLET_PATIENCE, () => send({ type: 'elapsed' }))
    const close = openWallet(
      place.current,
      (mount) => {
        const made = stripe.elements(group())
        elements.current = made
        const button = made.create('expressCheckout', walletButton(browser))
        button.on('ready', ({ availablePaymentMethods }) =>
          send({ type: Object.values(availablePaymentMethods ?? {}).includes(true) ? 'found' : 'absent' }),
        )
        button.on('loaderror', () => send({ type: 'absent' }))
        button.on('click', (event) => clicked(event))
        button.on('confirm', (event) => confirmed(event))
        button.on('cancel', () => cancelled())
        button.mount(mount)
        return () => button.destroy()
      },
      send,
    )
    return () => {
      stop()
      close()
      elements.current = null
    }
  }, [stripe, browser])

  useEffect(() => {
    elements.current?.update({ amount: today, currency: plan.currency })
  }, [today, plan.currency])

  useEffect(() => (missing ? send({ type: 'elapsed' }) : undefined), [missing])
  return { state, place, elements }
}

export type Wallet = ReturnType<typeof useWallet>

/** A wallet that can not even be made is one that is absent: the card remains. */
function openWallet(
  place: HTMLElement,
  make: (place: HTMLElement) => () => void,
  send: (event: WalletEvent) => void,
): () => void {
  try {
    return make(place)
  } catch (error) {
    report(error)
    send({ type: 'absent' })
    return () => {}
  }
}
