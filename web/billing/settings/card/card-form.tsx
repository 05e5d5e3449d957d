import { useState } from 'react'
import type { StripeCardElement } from '@stripe/stripe-js'
import type { Billing } from '../../../../worker/contract/billing/billing-overview.ts'
import { useSite } from '../../../site/site-context.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { billingCalls } from '../overview/billing-calls.ts'
import { CardField, type CardChange } from '../../stripe-js/card-field.tsx'
import { payWithCard } from './confirm-new-card.ts'
import { useStripe } from '../../stripe-js/use-stripe.ts'
import '../../../ui/styles/forms.css'

type Props = {
  billing: Billing
  busy: boolean
  message: string | null
  onClose: () => void
  onChange: (change: () => Promise<Billing>) => void
}

const EMPTY: CardChange = { complete: false, empty: true, error: null }

/**
 * Replaces the card and pays what is owed with it, after saying so. Not a modal dialog, because that would cover the
 * bank's authentication window, which Stripe opens.
 */
export function CardForm({ billing, busy, message, onClose, onChange }: Props) {
  const { stripe, missing, retry } = useStripe(billing)
  const { support_url } = useSite()
  const [card, setCard] = useState<StripeCardElement | null>(null)
  const [field, setField] = useState(EMPTY)
  const ready = stripe !== null && card !== null && field.complete
  const owed = billing.plan?.status === 'past_due' || billing.plan?.status === 'unpaid'
  function take(element: StripeCardElement | null) {
    element?.on('ready', () => element.focus())
    setCard(element)
  }
  function submit() {
    if (!stripe || !card || !ready || busy) return
    onChange(() => payWithCard(stripe, card, (input) => billingCalls.changeCard(billing.user_id, input)))
  }
  return (
    <form
      className="form card-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p>
        {owed
          ? 'Your new card pays what you owe now and everything after that.'
          : 'We use your new card from your next payment on. Nothing is charged now.'}
      </p>
      {missing ? <Blocked onRetry={retry} /> : null}
      <CardField
        stripe={stripe}
        error={field.error}
        disabled={busy}
        onChange={setField}
        onElement={take}
        onEscape={onClose}
      />
      <ErrorPanel title={message} action={support_url ? <a href={support_url}>Contact us for help.</a> : null} />
      <div className="actions">
        <Button type="submit" busy={busy} unavailable={!ready}>
          {owed ? 'Pay with this card' : 'Use this card'}
        </Button>
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Keep the old card
        </Button>
      </div>
    </form>
  )
}

function Blocked({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorPanel
      title="The card field could not be loaded"
      action={
        <Button kind="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      It comes from Stripe. A content blocker or a lost connection may block it.
    </ErrorPanel>
  )
}
