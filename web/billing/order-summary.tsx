import { formatPrice } from '../../worker/contract/prices.ts'
import { dayInWords } from '../ui/dates.ts'
import type { Charge, Choice } from './charge.ts'
import { howToCancel, nextPayment, planName } from './checkout-words.ts'

type Props = {
  choice: Choice
  charge: Charge
  timeZone: string
  /** Why the total is another than it was: said at the total. */
  notice: string | null
}

/** What is paid today, line by line, then what next and when, and how it ends: all of it before the button. */
export function OrderSummary({ choice, charge, timeZone, notice }: Props) {
  const { plan, off, first, today, next_at } = charge
  const money = (amount: number) => formatPrice(amount, plan.currency)
  const less = (amount: number) => `\u2212${money(amount)}`
  const day = dayInWords(next_at, timeZone)
  return (
    <section className="order-summary" aria-labelledby="order-title">
      <h2 id="order-title">What you pay</h2>
      <div className="sums" aria-live="polite" aria-atomic="true">
        {notice ? <p className="notice">{notice}</p> : null}
        <dl>
          <div>
            <dt>{planName(plan)}</dt>
            <dd>{money(plan.amount)}</dd>
          </div>
          {off > 0 && choice.promo ? (
            <div>
              <dt>Promo code {choice.promo.code}</dt>
              <dd>{less(off)}</dd>
            </div>
          ) : null}
          {choice.trial === null ? null : (
            <div>
              <dt>Free until {day}</dt>
              <dd>{less(first)}</dd>
            </div>
          )}
          <div className="total">
            <dt>Today</dt>
            <dd>{money(today)}</dd>
          </div>
        </dl>
      </div>
      <p>{nextPayment(charge, choice, day)}</p>
      <p>{howToCancel(choice)}</p>
    </section>
  )
}
