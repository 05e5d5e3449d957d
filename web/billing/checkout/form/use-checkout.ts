import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { StripeCardElement } from '@stripe/stripe-js'
import type { Checkout, Offer, PriceType, SubscriptionResponse } from '../../../../worker/contract/billing/checkout.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { randomId } from '../../../browser/device/random-id.ts'
import { report } from '../../../browser/report/error-report.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { chargeOf, orderOf, otherIntervalPromo, type Choice } from '../order/checkout-charge.ts'
import { paymentCalls } from '../../payment/payment-calls.ts'
import type { PaymentProblem } from '../../payment/payment-problem.ts'
import { signInAgain } from '../../../site/session/sign-in-again.ts'
import { cardMethod, confirmIntent, walletMethod } from '../../payment/stripe-js-calls.ts'
import { useAbandonedCheckout } from '../abandoned/use-abandoned-checkout.ts'
import { useCard } from './use-card.ts'
import { useCustomer } from './use-customer.ts'
import type { CardChange } from '../../stripe-js/card-field.tsx'
import { usePayment } from '../../payment/use-payment.ts'
import { useTaxLocation } from '../location/use-tax-location.ts'
import { usePromo } from '../order/use-promo.ts'
import { useStripe } from '../../stripe-js/use-stripe.ts'
import { useWalletPay } from '../wallet/use-wallet-pay.ts'

export type CheckoutProps = {
  site: Checkout
  plan: SoldPlan
  offer: Offer
  /** The running campaign's code, if this checkout is to apply it. */
  campaign: string | null
  /** The server's time when it answered with `site`, in ms: what dates are counted from. */
  now: number
  timeZone: string
  onPaid(subscription: SubscriptionResponse): void
  /** The server refused the trial that the page promised; the text around the form may promise it too. */
  onTrialRefused?(): void
  /** The campaign's code was refused; the text around the form may promise its discount. */
  onCampaignEnded?(): void
  /** The user bought the plan elsewhere after this form was opened. */
  onHeld?(): void
  /** True while a payment is pending and the form must stay open. */
  onBusy?(busy: boolean): void
  /** Escape was pressed in Stripe's frame. */
  onEscape?(): void
  /** The session has ended. Without this, the user signs in again and returns to this page. */
  onSignedOut?(): void
}

/** The state of checkout: chosen price, promo, wallet, card and payment. */
export function useCheckout(props: CheckoutProps) {
  const { site, plan, offer, now, onPaid, onSignedOut = signInAgain } = props
  const [price_type, setPriceType] = useState<PriceType>(offer.monthly_plan ? 'monthly' : 'yearly')
  const [trialRefused, setTrialRefused] = useState<string | null>(null)
  const cardRef = useRef<StripeCardElement>(null)
  const flash = useFlash()
  const calls = useMemo(() => paymentCalls(site), [site])
  const customer = useCustomer(calls, onSignedOut)
  const { stripe, missing, retry } = useStripe(site)
  const promo = usePromo(offer, calls.validatePromo, {
    campaign: props.campaign,
    onCampaignEnded: () => props.onCampaignEnded?.(),
  })
  const choice: Choice = {
    offer,
    price_type,
    trial: site.eligible_for_trial && trialRefused === null ? site.eligible_trial_period : null,
    promo: promo.state.kind === 'valid' ? promo.state : null,
    balance: customer.balance,
  }
  const charge = chargeOf(choice, now)
  const place = useTaxLocation(site, orderOf(choice), { first: charge.first, check: calls.checkTax })
  // While a promo code or the tax is being checked, the total shown is not final.
  const checking = promo.state.kind === 'applying' ? 'promo' : place.state.kind === 'checking' ? 'place' : null
  const canPress = stripe !== null && (place.settled || checking !== null)

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
  const wallet = useWalletPay({
    stripe,
    missing,
    site,
    choice,
    charge,
    payment,
    mayPay: () => checking !== 'promo' && !dropPromo(),
  })
  const doing = payment.state.kind === 'submitting' ? payment.state.doing : null
  const proceed = useEffectEvent((waited: { promo: boolean }) => {
    if ((waited.promo && promo.state.kind === 'invalid') || !place.settled) payment.send({ type: 'checkFailed' })
    else submit()
  })
  useEffect(() => {
    if (doing?.step === 'checking' && checking === null) proceed(doing)
  }, [doing, checking])

  const busy = payment.state.kind === 'submitting' || payment.state.kind === 'paid'
  const tellBusy = useEffectEvent((value: boolean) => props.onBusy?.(value))
  useEffect(() => tellBusy(busy), [busy])

  function onProblem(problem: PaymentProblem, settled: boolean) {
    if (problem.code === 'not_signed_in') return onSignedOut()
    if (settled && problem.code === 'payment_failed') report(new Error('The subscription is in an unexpected status.'))
    wallet.tellFailed(problem.message)
    // The customer's balance is another by now.
    if (problem.code === 'conflict') customer.askAgain()
    if (problem.at === 'promo') promo.refuse(problem.message)
    if (problem.at === 'trial') {
      setTrialRefused(problem.message)
      props.onTrialRefused?.()
    }
    if (problem.code === 'already_subscribed' || problem.code === 'store_billed') props.onHeld?.()
    // An error that is shown at its field needs no flash message (§5).
    if (problem.at !== 'price' && problem.at !== 'cardnumber' && problem.at !== 'location')
      flash('danger', problem.message)
  }

  function submit() {
    if (dropPromo()) payment.send({ type: 'checkFailed' })
    else payment.send({ type: 'submitted', order: orderOf(choice, place.location), key: randomId() })
  }

  /** Drops a code that is for the other interval, and says so, rather than charging the full price. */
  function dropPromo(): boolean {
    const why = otherIntervalPromo(choice)
    if (why === null) return false
    promo.refuse(why)
    flash('danger', why)
    return true
  }

  return {
    choice,
    charge,
    place,
    promo,
    wallet,
    stripe,
    missing,
    retry,
    trialRefused,
    canPress,
    customerRefused: customer.refusal,
    busy,
    card: {
      ...card,
      // Typing a card number counts as choosing the selected price.
      onChange(change: CardChange) {
        if (!change.empty) abandoned.chose()
        card.onChange(change)
      },
    },
    state: payment.state,
    locked: payment.state.kind !== 'idle',
    /** Any price was pressed, including the selected one. */
    pricePressed: abandoned.chose,
    choose(next: PriceType) {
      setPriceType(next)
      payment.send({ type: 'edited' })
    },
    submit() {
      if (!canPress) return
      if (checking === null) submit()
      else payment.send({ type: 'pressedEarly', promo: checking === 'promo', key: randomId() })
    },
  }
}

function needed<Part>(part: Part | null): Part {
  if (part === null) throw new Error('Stripe.js is not loaded yet.')
  return part
}
