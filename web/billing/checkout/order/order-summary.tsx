import { currencyNote, formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import type { Charge, Choice } from './checkout-charge.ts'
import { howToCancel, nextPayment, planName } from './checkout-words.ts'
import { SumList, type SumLine } from './sum-list.tsx'

type Props = {
  choice: Choice
  charge: Charge
  timeZone: string
  /** Why the total has changed; shown at the total. */
  notice: string | null
}

/** Today's charge line by line, the next payment, and how to cancel. Placed before the button. */
export function OrderSummary({ choice, charge, timeZone, notice }: Props) {
  const day = dayInWords(charge.next_at, timeZone)
  return (
    <section className="order-summary" aria-labelledby="order-title">
      <h2 id="order-title">What you pay</h2>
      <div className="sums" aria-live="polite" aria-atomic="true">
        {notice ? <p className="notice">{notice}</p> : null}
        <SumList
          lines={linesOf(choice, charge, day)}
          total={{ label: 'Today', amount: formatPrice(charge.today, charge.plan.currency) }}
        />
      </div>
      <p>{nextPayment(charge, choice, day)}</p>
      <p>{howToCancel(choice)}</p>
      <p>{currencyNote(charge.plan.currency)}</p>
    </section>
  )
}

/** `day`: when the next payment is due, in words. */
function linesOf({ promo, trial }: Choice, { plan, off, first }: Charge, day: string): SumLine[] {
  const money = (amount: number) => formatPrice(amount, plan.currency)
  return [
    { label: planName(plan), amount: money(plan.amount) },
    ...(off > 0 && promo ? [{ label: `Promo code ${promo.code}`, amount: money(-off) }] : []),
    ...(trial === null ? [] : [{ label: `Free until ${day}`, amount: money(-first) }]),
  ]
}
