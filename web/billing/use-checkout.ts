import { useEffect, useMemo, useRef, useState } from 'react'
import type { StripeCardElement, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import type { Checkout, PriceType, SoldPlan, SubscriptionResponse } from '../../worker/contract/checkout.ts'
import { resetLoginPath } from '../../worker/contract/addresses.ts'
import { absoluteAddress, ownPath } from '../browser/address.ts'
import { goTo } from '../browser/navigate.ts'
import { randomId } from '../browser/random-id.ts'
import { report } from '../browser/report.ts'
import { useFlash } from '../ui/use-flash.tsx'
import type { CardChange } from './card-field.tsx'
import { chargeOf, orderOf, type Choice } from './charge.ts'
import { planName } from './checkout-words.ts'
import { paymentCalls } from './payment-calls.ts'
import type { PaidBy } from './payment-flow.ts'
import type { Problem } from './payment-problem.ts'
import { cardMethod, confirmIntent, walletMethod } from './stripe-ports.ts'
import { useCustomer } from './use-customer.ts'
import { usePayment } from './use-payment.ts'
import { usePromo } from './use-promo.ts'
import { useStripe } from './use-stripe.ts'
import { useWallet } from './use-wallet.ts'
import { walletSheet } from './wallet-options.ts'

export type CheckoutProps = {
  site: Checkout
  plan: SoldPlan
  /** When the page was made, ms, and where its reader is. */
  now: number
  timeZone: string
  onPaid(subscription: SubscriptionResponse): void
  /** The trial that was promised can not be had; what is around the form may have to say so too. */
  onTrialRefused?(): void
}

/** Everything that moves in checkout: what is chosen, the promo, the wallet, the card, the payment. */
export function useCheckout({ site, plan, now, onPaid, onTrialRefused }: CheckoutProps) {
  const offer = site[plan]
  const [price_type, setPriceType] = useState<PriceType>(offer.monthly_plan ? 'monthly' : 'yearly')
  const [trialRefused, setTrialRefused] = useState<string | null>(null)
  const [cardFault, setCardFault] = useState<string | null>(null)
  const card = useRef<StripeCardElement>(null)
  const sheet = useRef<StripeExpressCheckoutElementConfirmEvent>(null)
  const flash = useFlash()
  const calls = useMemo(() => paymentCalls(site), [site])
  const customerRefused = useCustomer(calls)
  const { stripe, missing, retry } = useStripe(site)
  const promo = usePromo(offer, calls.validatePromo)

  const choice: Choice = {
    offer,
    price_type,
    trial: site.eligible_for_trial && trialRefused === null ? site.eligible_trial_period : null,
    promo: promo.state.kind === 'valid' ? promo.state : null,
  }
  const charge = chargeOf(choice, now)

  const payment = usePayment(
    {
      ...calls,
      makeMethod: (by) => makeMethod(by),
      confirm: (intent) => confirmIntent(needed(stripe), intent),
    },
    { onProblem, onPaid },
  )
  const { send, state } = payment
  const locked = state.kind !== 'idle'

  const wallet = useWallet({
    stripe,
    missing,
    browser: site.browser_type,
    charge,
    onClick(event) {
      const after = mayPay() ? send({ type: 'walletOpened', key: randomId() }) : null
      if (after?.kind !== 'submitting' || after.doing.step !== 'sheet') return event.reject()
      const managementURL = absoluteAddress('/settings/billing')
      event.resolve(walletSheet(charge, { name: planName(charge.plan), trial: choice.trial, managementURL }))
    },
    onConfirm(event) {
      sheet.current = event
      send({ type: 'walletConfirmed', order: orderOf(choice) })
    },
    onCancel: () => send({ type: 'walletCancelled' }),
  })

  function makeMethod(by: PaidBy) {
    const js = needed(stripe)
    return by === 'card'
      ? cardMethod(js, needed(card.current), site.email)
      : walletMethod(js, needed(wallet.elements.current))
  }

  function onProblem(problem: Problem, settled: boolean) {
    if (problem.code === 'not_signed_in') return goTo(resetLoginPath(ownPath()))
    if (settled && problem.code === 'payment_failed') report(new Error('The subscription is in an unexpected status.'))
    sheet.current?.paymentFailed({ reason: 'fail', message: problem.message })
    sheet.current = null
    if (problem.at === 'promo') promo.send({ type: 'cleared' })
    if (problem.at === 'trial') {
      setTrialRefused(problem.message)
      onTrialRefused?.()
    }
    // What is beside its field alone needs no second message (§5).
    if (problem.at !== 'price' && problem.at !== 'cardnumber') flash('danger', problem.message)
  }

  // Once the field can be typed in again, what was typed is still there.
  const cardError = cardErrorIn(state.kind === 'idle' ? state.problem : null)
  useEffect(() => {
    if (cardError !== null) card.current?.focus()
  }, [cardError])

  /** The total that is shown is the one that is meant: not while a code is being checked. */
  function mayPay() {
    return stripe !== null && promo.state.kind !== 'applying'
  }

  return {
    choice,
    charge,
    promo,
    wallet,
    stripe,
    missing,
    retry,
    customerRefused,
    state,
    locked,
    trialRefused,
    cardError: cardError ?? cardFault,
    mayPay: mayPay(),
    choose(next: PriceType) {
      setPriceType(next)
      send({ type: 'edited' })
    },
    cardChanged({ error }: CardChange) {
      setCardFault(error)
      send({ type: 'edited' })
    },
    cardGiven(element: StripeCardElement | null) {
      card.current = element
    },
    submit() {
      if (mayPay()) send({ type: 'submitted', order: orderOf(choice), key: randomId() })
    },
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>

function cardErrorIn(problem: Problem | null): string | null {
  return problem && (problem.at === 'card' || problem.at === 'cardnumber') ? problem.message : null
}

function needed<Part>(part: Part | null): Part {
  if (part === null) throw new Error('This needs Stripe.js, which is not there yet.')
  return part
}
