import { lazy, Suspense } from 'react'
import type { Billing } from '../../../../worker/contract/billing/billing-overview.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useFocusWhenBack } from '../../../ui/focus/use-focus-when-back.ts'
import { NeedsScript } from '../../../ui/form/needs-script.tsx'
import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import { cardInWords, expiryInWords, hasExpired } from '../overview/billing-words.ts'
import { RetryLoading } from '../../../ui/retry/retry-loading.tsx'
import { isWorking } from '../overview/billing-flow.ts'
import type { useBilling } from '../overview/use-billing.ts'
import '../../../ui/badge.css'

/** Stripe's code loads when "Change card" is pressed. */
const CardForm = lazy(() => import('./card-form.tsx').then((module) => ({ default: module.CardForm })))

type Props = { driver: ReturnType<typeof useBilling>; now: number }

/** The current card, and the form to change it. */
export function CardSection({ driver, now }: Props) {
  const { state, ask, close, refresh, changeCard } = driver
  const { billing } = state
  const { card, unavailable } = billing
  const changing = (state.kind === 'asking' || state.kind === 'working') && state.what === 'card'
  const button = useFocusWhenBack(changing)
  return (
    <section className="card-section" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {unavailable.includes('card') ? (
        <RetryLoading what="Your card" onRetry={refresh} />
      ) : (
        <CardNow card={card} now={now} />
      )}
      {changing ? (
        <Suspense fallback={<Skeleton shape="row" />}>
          <CardForm
            billing={billing}
            busy={state.kind === 'working'}
            message={state.kind === 'asking' ? state.message : null}
            onClose={close}
            onChange={changeCard}
          />
        </Suspense>
      ) : (
        <p>
          <Button ref={button} kind="secondary" unavailable={isWorking(state)} onClick={() => ask('card')}>
            {card || unavailable.includes('card') ? 'Change card' : 'Add a card'}
          </Button>
        </p>
      )}
      <NeedsScript what="Changing your card" />
    </section>
  )
}

function CardNow({ card, now }: { card: Billing['card']; now: number }) {
  if (!card) return <p>There is no card for your next payment.</p>
  const expired = hasExpired(card, now)
  return (
    <p>
      <b>{cardInWords(card)}</b>{' '}
      <span className="quiet-text">
        {expired ? 'expired' : 'expires'} {expiryInWords(card)}
      </span>{' '}
      {expired ? <span className="badge bad">Expired</span> : null}
    </p>
  )
}
