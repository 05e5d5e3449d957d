import type { SubmitEvent } from 'react'
import { useSite } from '../../../site/site-context.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { CardField } from '../../stripe-js/card-field.tsx'
import { choiceTitle, submitLabel } from '../order/checkout-words.ts'
import { LocationSection } from '../location/location-section.tsx'
import { OrderSummary } from '../order/order-summary.tsx'
import { HelpPrompt, PaymentTrouble, StripeMissing } from './payment-trouble.tsx'
import { PlanChoice } from '../order/plan-choice.tsx'
import { PromoField } from '../order/promo-field.tsx'
import { useCheckout, type CheckoutProps } from './use-checkout.ts'
import { WalletSlot } from '../wallet/wallet-slot.tsx'
import './checkout-form.css'

/** The payment form (§2.3) of the checkout page and the upgrade modal. */
export function CheckoutForm(props: CheckoutProps) {
  const { site, timeZone } = props
  const { support_url } = useSite()
  const checkout = useCheckout(props)
  const { choice, charge, state, locked, busy } = checkout
  const label = (working: boolean) => submitLabel({ student: site.student, trial: choice.trial }, working)
  const problem = state.kind === 'idle' ? state.problem : null

  return (
    <form
      className="checkout"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        checkout.submit()
      }}
    >
      <PlanChoice
        title={choiceTitle(site.student)}
        offer={choice.offer}
        price_type={choice.price_type}
        locked={locked}
        error={problem?.at === 'price' ? problem.message : null}
        onChoose={checkout.choose}
        onPressed={checkout.pricePressed}
      />
      <section className="payment" aria-labelledby="payment-title">
        <div className="first-row">
          <h2 id="payment-title">How to pay</h2>
          <WalletSlot
            state={checkout.wallet.state}
            place={checkout.wallet.place}
            browser={site.browser_type}
            locked={locked}
          />
        </div>
        {checkout.missing ? (
          <StripeMissing supportUrl={support_url} onRetry={checkout.retry} />
        ) : (
          <CardField
            stripe={checkout.stripe}
            disabled={locked}
            {...checkout.card}
            onEscape={() => props.onEscape?.()}
          />
        )}
        <PromoField promo={checkout.promo} price_type={choice.price_type} locked={locked} />
      </section>
      <LocationSection
        place={checkout.place}
        locked={locked}
        refusal={problem?.at === 'location' ? problem.message : null}
      />
      <OrderSummary
        choice={choice}
        charge={charge}
        timeZone={timeZone}
        notice={checkout.trialRefused}
        place={checkout.place}
      />
      <div className="send">
        {checkout.customerRefused?.error ? <ErrorPanel title={checkout.customerRefused.error.message} /> : null}
        <PaymentTrouble state={state} plan={props.plan} label={label(false)} asksPlace={checkout.place.asked} />
        <Agreement />
        <Button type="submit" busy={busy} unavailable={!checkout.canPress}>
          {label(busy)}
        </Button>
        {/* Screen readers do not announce a label that changes. */}
        <output className="visually-hidden">{busy ? label(true) : null}</output>
        <p className="help">
          <HelpPrompt supportUrl={support_url} />
        </p>
      </div>
    </form>
  )
}

function Agreement() {
  return (
    <p className="agreement">
      By continuing, you agree to the{' '}
      <a href="/terms" target="_blank" rel="noopener">
        terms
      </a>{' '}
      and the{' '}
      <a href="/privacy" target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
