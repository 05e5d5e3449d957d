import { currencyNote, formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { includedTax } from '../../../../worker/contract/billing/tax-words.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import type { Charge, Choice } from './checkout-charge.ts'
import { howToCancel, nextPayment, planName } from './checkout-words.ts'
import type { TaxPlace } from '../location/use-tax-location.ts'
import { SumList, type SumLine } from './sum-list.tsx'
import './order-summary.css'

type Props = {
  choice: Choice
  charge: Charge
  timeZone: string
  /** Why the total has changed; shown at the total. */
  notice: string | null
  place: TaxPlace
}

/** Today's charge line by line, the next payment, and how to cancel. Placed before the button. */
export function OrderSummary({ choice, charge, timeZone, notice, place }: Props) {
  const day = dayInWords(charge.next_at, timeZone)
  return (
    <section className="order-summary" aria-labelledby="order-title">
      <h2 id="order-title">What you pay</h2>
      <div className="sums" aria-live="polite" aria-atomic="true">
        {notice ? <p className="notice">{notice}</p> : null}
        {place.settled ? (
          <SumList
            lines={linesOf(choice, charge, day)}
            total={{ label: 'Today', amount: formatPrice(charge.today, charge.plan.currency) }}
          />
        ) : (
          <p>{NOT_YET[place.state.kind]}</p>
        )}
        <TaxNote charge={charge} place={place} />
      </div>
      {place.settled ? <p>{nextPayment(charge, choice, day) + whatIsLeft(charge)}</p> : null}
      <p>{howToCancel(choice)}</p>
      <p>{currencyNote(charge.plan.currency)}</p>
    </section>
  )
}

const NOT_YET: Record<TaxPlace['state']['kind'], string> = {
  unknown: 'Choose your country and enter your postal code to see the total.',
  refused: 'Choose your country and enter your postal code to see the total.',
  checking: 'One moment, we are finding the total.',
  known: '',
}

/** The tax in the first payment, which is a part of the price. */
function TaxNote({ charge, place }: Pick<Props, 'charge' | 'place'>) {
  if (place.state.kind !== 'known') return null
  const { tax } = place.state.answer
  if (tax === 0) return null
  const words = includedTax(tax, charge.plan.currency, place.at?.country ?? null)
  return (
    <p className="tax-note">
      {charge.today === charge.first ? `Today's total ${words}.` : `Your first payment ${words}.`}
    </p>
  )
}

/** `day`: when the next payment is due, in words. */
function linesOf({ promo, trial, balance }: Choice, { plan, off, first, left }: Charge, day: string): SumLine[] {
  const money = (amount: number) => formatPrice(amount, plan.currency)
  const used = balance - Math.min(0, left)
  return [
    { label: planName(plan), amount: money(plan.amount) },
    ...(off > 0 && promo ? [{ label: `Promo code ${promo.code}`, amount: money(-off) }] : []),
    ...(trial === null ? [] : [{ label: `Free until ${day}`, amount: money(-first) }]),
    ...(used < 0 ? [{ label: 'From your credit', amount: money(used) }] : []),
    ...(used > 0 ? [{ label: 'From an earlier payment', amount: money(used) }] : []),
    ...(left > 0 ? [{ label: 'Moved to your next payment', amount: money(-left) }] : []),
  ]
}

function whatIsLeft({ plan, left }: Charge): string {
  if (left === 0) return ''
  const amount = formatPrice(Math.abs(left), plan.currency)
  return left < 0
    ? ` You have ${amount} of credit left for the next payment.`
    : ` ${amount} is added to the next payment.`
}
