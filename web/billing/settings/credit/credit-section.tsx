import type { Billing, BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import { creditEndsInWords } from '../../../../worker/contract/billing/credit-words.ts'
import { currencyNote, formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { RetryLoading } from '../../../ui/retry/retry-loading.tsx'
import { planName } from '../overview/billing-words.ts'
import { creditReachInWords } from './credit-reach-words.ts'

type Props = { billing: Billing; onRetry: () => Promise<unknown>; timeZone: string }

/** The user's credit, how far it reaches, and where it goes when the plan ends. Hidden without credit. */
export function CreditSection({ billing, onRetry, timeZone }: Props) {
  const { credit, unavailable } = billing
  // The card comes from the same answer of Stripe's, and its section offers the retry.
  const missing = unavailable.includes('credit') && !unavailable.includes('card')
  if (!credit && !missing) return null
  return (
    <section className="credit-section" aria-labelledby="credit">
      <h2 id="credit">Credit</h2>
      {credit ? (
        <>
          <p>
            You have <b>{formatPrice(credit.amount, credit.currency)}</b> of credit. {reachInWords(billing, timeZone)}
          </p>
          {creditEndsInWords(credit, stateOf(billing), billing.plan ? planName(billing.plan) : '').map((sentence) => (
            <p key={sentence} className="quiet-text">
              {sentence}
            </p>
          ))}
          {billing.plan ? null : <p className="quiet-text">{currencyNote(credit.currency)}</p>}
        </>
      ) : (
        <RetryLoading what="Your credit" onRetry={onRetry} />
      )}
    </section>
  )
}

function reachInWords({ plan, next_charge }: Billing, timeZone: string): string {
  if (!plan || !next_charge || !next_charge.credit) return ''
  const { booked, currency } = plan
  const { card } = next_charge
  const { price, interval } =
    booked && card && card.at >= booked.at ? booked : { price: plan.price_in_cents, interval: plan.interval }
  return creditReachInWords(card, { price, currency, interval, timeZone })
}

function stateOf({ plan }: { plan: BillingPlan | null }) {
  if (!plan || plan.status === 'canceled') return 'ended' as const
  return plan.ends_at === null ? ('renews' as const) : ('ends' as const)
}
