import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { StripeCardElement } from '@stripe/stripe-js'
import type { Checkout, PriceType, SubscriptionResponse } from '../../../../worker/contract/billing/checkout.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { randomId } from '../../../browser/device/random-id.ts'
import { report } from '../../../browser/report/error-report.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { chargeOf, orderOf, type Choice } from '../order/checkout-charge.ts'
import { paymentCalls } from '../../payment/payment-calls.ts'
import type { Problem } from '../../payment/payment-problem.ts'
import { signInAgain } from '../../../site/sign-in-again.ts'
import { cardMethod, confirmIntent, walletMethod } from '../../payment/stripe-ports.ts'
import { useAbandonedCheckout } from '../abandoned/use-abandoned-checkout.ts'
import { useCard } from './use-card.ts'
import { useCustomer } from './use-customer.ts'
import type { CardChange } from '../../stripe-js/card-field.tsx'
import { usePayment } from '../../payment/use-payment.ts'
import { usePromo } from '../order/use-promo.ts'
import { useStripe } from '../../stripe-js/use-stripe.ts'
import { useWalletPay } from '../wallet/use-wallet-pay.ts'

export type CheckoutProps = {
  site: Checkout
  plan: SoldPlan
  /** When the page was made, ms, and where its reader is. */
  now: number
  timeZone: string
  onPaid(subscription: SubscriptionResponse): void
  /** The trial that was promised can not be had; what is around the form may have to say so too. */
  onTrialRefused?(): void
  /** The plan has been bought elsewhere since this form was opened. */
  onHeld?(): void
  /** While it is true a payment is on its way, and the form must stay. */
  onBusy?(busy: boolean): void
  /** Escape was pressed in Stripe's frame. */
  onEscape?(): void
  /** The session has ended; without this its owner signs in and comes back to this page. */
  onSignedOut?(): void
}

/** Everything that moves in checkout: what is chosen, the promo, the wallet, the card, the payment. */
export function useCheckout(props: CheckoutProps) {
  const { site, plan, now, onPaid, onSignedOut = signInAgain } = props
  const [price_type, setPriceType] = useState<PriceType>(site[plan].monthly_plan ? 'monthly' : 'yearly')
  const [trialRefused, setTrialRefused] = useState<string | null>(null)
  const cardRef = useRef<StripeCardElement>(null)
  const flash = useFlash()
  const calls = useMemo(() => paymentCalls(site), [site])
  const customerRefused = useCustomer(calls, onSignedOut)
  const { stripe, missing, retry } = useStripe(site)
  const promo = usePromo(site[plan], calls.validatePromo)
  const choice: Choice = {
    offer: site[plan],
    price_type,
    trial: site.eligible_for_trial && trialRefused === null ? site.eligible_trial_period : null,
    promo: promo.state.kind === 'valid' ? promo.state : null,
  }
  const charge = chargeOf(choice, now)
  // The total that is shown is the one that is meant: not while a code is being checked.
  const mayPay = stripe !== null && promo.state.kind !== 'applying'

  const payment = usePayment(
    {
      ...calls,
      makeMethod: (by) =>
        by === 'card'
          ? cardMethod(needed(stripe), needed(cardRef.current), site.email)
          : walletMethod(needed(stripe), needed(wallet.elements.current)),
      confirm: (intent) => confirmIntent(needed(stripe), intent),
    },
    { onProblem, onPaid },
  )
  const card = useCard(cardRef, payment)
  const abandoned = useAbandonedCheckout({ user_id: site.user_id, plan, state: payment.state })
  const wallet = useWalletPay({ stripe, missing, site, choice, charge, payment, mayPay })

  const busy = payment.state.kind === 'submitting' || payment.state.kind === 'paid'
  const tellBusy = useEffectEvent((value: boolean) => props.onBusy?.(value))
  useEffect(() => tellBusy(busy), [busy])

  function onProblem(problem: Problem, settled: boolean) {
    if (problem.code === 'not_signed_in') return onSignedOut()
    if (settled && problem.code === 'payment_failed') report(new Error('The subscription is in an unexpected status.'))
    wallet.tellFailed(problem.message)
    if (problem.at === 'promo') promo.send({ type: 'cleared' })
    if (problem.at === 'trial') {
      setTrialRefused(problem.message)
      props.onTrialRefused?.()
    }
    if (problem.code === 'already_subscribed' || problem.code === 'store_billed') props.onHeld?.()
    // What is beside its field alone needs no second message (§5).
    if (problem.at !== 'price' && problem.at !== 'cardnumber') flash('danger', problem.message)
  }

  return {
    choice,
    charge,
    promo,
    wallet,
    stripe,
    missing,
    retry,
    trialRefused,
    mayPay,
    customerRefused,
    busy,
    card: {
      ...card,
      // Who begins to type a card has chosen the price that stands there.
      onChange(change: CardChange) {
        if (!change.empty) abandoned.chose()
        card.onChange(change)
      },
    },
    state: payment.state,
    locked: payment.state.kind !== 'idle',
    /** A price was pressed, be it the one that was chosen already. */
    pricePressed: abandoned.chose,
    choose(next: PriceType) {
      setPriceType(next)
      payment.send({ type: 'edited' })
    },
    submit() {
      if (mayPay) payment.send({ type: 'submitted', order: orderOf(choice), key: randomId() })
    },
  }
}

function needed<Part>(part: Part | null): Part {
  if (part === null) throw new Error('Stripe.js is not loaded yet.')
  return part
}
