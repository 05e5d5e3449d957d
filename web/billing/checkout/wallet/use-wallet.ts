import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import type { Checkout } from '../../../../worker/contract/billing/checkout.ts'
import { WALLET_PATIENCE } from '../../../../worker/contract/limits.ts'
import { report } from '../../../browser/report/error-report.ts'
import { after } from '../../../browser/time/timers.ts'
import type { Charge } from '../order/checkout-charge.ts'
import { WAITING, walletReducer } from './wallet-flow.ts'
import { walletButton, walletGroup } from './wallet-options.ts'

type Given = {
  stripe: Stripe | null
  /** Stripe.js did not load. */
  missing: boolean
  browser: Checkout['browser_type']
  /** Whether the wallet has to say where its owner is. */
  asks: boolean
  charge: Charge
  onClick(event: StripeExpressCheckoutElementClickEvent): void
  onConfirm(event: StripeExpressCheckoutElementConfirmEvent): void
  onCancel(): void
}

/** Mounts the wallet's button in `place` (§2.3) and says for a second at most that it is missing (§9). */
export function useWallet({ stripe, missing, browser, asks, charge, onClick, onConfirm, onCancel }: Given) {
  const [state, send] = useReducer(walletReducer, WAITING)
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const clicked = useEffectEvent(onClick)
  const confirmed = useEffectEvent(onConfirm)
  const cancelled = useEffectEvent(onCancel)
  const walletIn = useEffectEvent((mount: HTMLElement, js: Stripe) => {
    try {
      elements.current = js.elements(walletGroup(charge))
      const button = elements.current.create('expressCheckout', walletButton(browser, asks))
      button.on('ready', ({ availablePaymentMethods }) =>
        send({ type: Object.values(availablePaymentMethods ?? {}).includes(true) ? 'found' : 'absent' }),
      )
      button.on('loaderror', () => send({ type: 'absent' }))
      button.on('click', (event) => clicked(event))
      button.on('confirm', (event) => confirmed(event))
      button.on('cancel', () => cancelled())
      button.mount(mount)
      return button
    } catch (error) {
      // A wallet that cannot be created counts as absent; the card still works.
      report(error)
      send({ type: 'absent' })
      return null
    }
  })
  const { today, plan } = charge

  useEffect(() => {
    if (!stripe || !place.current) return undefined
    send({ type: 'mounted' })
    const stop = after(WALLET_PATIENCE, () => send({ type: 'elapsed' }))
    const button = walletIn(place.current, stripe)
    return () => {
      stop()
      button?.destroy()
      elements.current = null
    }
  }, [stripe])

  useEffect(() => {
    elements.current?.update({ amount: today, currency: plan.currency })
  }, [today, plan.currency])

  useEffect(() => (missing ? send({ type: 'elapsed' }) : undefined), [missing])
  return { state, place, elements }
}
