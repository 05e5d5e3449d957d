import { useRef } from 'react'
import type { Stripe, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import type { Checkout, TaxLocation } from '../../../../worker/contract/billing/checkout.ts'
import { absoluteAddress } from '../../../browser/navigation/page-address.ts'
import { randomId } from '../../../browser/device/random-id.ts'
import { orderOf, type Charge, type Choice } from '../order/checkout-charge.ts'
import { walletLine } from '../order/checkout-words.ts'
import type { Payment } from '../../payment/use-payment.ts'
import { useWallet } from './use-wallet.ts'
import { walletSheet } from './wallet-options.ts'

const PRICE_CHANGED = 'The price has changed. Please close this and check the new price.'

/** Where the wallet's owner is, which Stripe checks like a typed place. */
function placeOf({ billingDetails }: StripeExpressCheckoutElementConfirmEvent): TaxLocation | null {
  const { country, postal_code } = billingDetails?.address ?? {}
  return country ? { country, postal_code: postal_code ?? '' } : null
}

type Given = {
  stripe: Stripe | null
  missing: boolean
  site: Checkout
  choice: Choice
  charge: Charge
  payment: Payment
  /** Whether the total shown is final and for the chosen price. */
  mayPay(): boolean
}

/** Pays with the wallet's sheet (§4.1), which opens only when a payment may start. */
export function useWalletPay({ stripe, missing, site, choice, charge, payment: { send }, mayPay }: Given) {
  const sheet = useRef<StripeExpressCheckoutElementConfirmEvent>(null)
  /** The total shown in the sheet, in cents. */
  const today = useRef<number>(null)
  const wallet = useWallet({
    stripe,
    missing,
    browser: site.browser_type,
    asks: site.asks_location === true,
    charge,
    onClick(event) {
      const after = stripe && mayPay() ? send({ type: 'walletOpened', key: randomId() }) : null
      if (after?.kind !== 'submitting' || after.doing.step !== 'sheet') return event.reject()
      today.current = charge.today
      const managementURL = absoluteAddress('/settings/billing')
      event.resolve(walletSheet(charge, { line: walletLine(charge, choice), trial: choice.trial, managementURL }))
    },
    onConfirm(event) {
      // The open sheet keeps its total, but a promo code refused since then has changed the price.
      if (today.current !== charge.today) return event.paymentFailed({ reason: 'fail', message: PRICE_CHANGED })
      sheet.current = event
      send({
        type: 'walletConfirmed',
        order: orderOf(choice, site.asks_location ? placeOf(event) : null),
        key: randomId(),
      })
    },
    onCancel: () => send({ type: 'walletCancelled' }),
  })
  return {
    ...wallet,
    /** Shows the failure in the sheet, if one is open. */
    tellFailed(message: string) {
      sheet.current?.paymentFailed({ reason: 'fail', message })
      sheet.current = null
    },
  }
}
