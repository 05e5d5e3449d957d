import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Offer, Plan, PriceType } from '../../../../worker/contract/billing/checkout.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { yearlySaving } from './yearly-saving.ts'
import '../../../ui/styles/forms.css'

type Props = {
  title: string
  offer: Offer
  price_type: PriceType
  locked: boolean
  /** The error of the attribute `price` (§5). */
  error: string | null
  onChoose(price_type: PriceType): void
  /** Any price was pressed, including the selected one. */
  onPressed(): void
}

/** Monthly or yearly, as cards; a student sees only the yearly price (§2.3). */
export function PlanChoice({
  title,
  offer: { monthly_plan, yearly_plan },
  price_type,
  locked,
  error,
  onChoose,
  onPressed,
}: Props) {
  const id = useId()
  const yearly = useRef<HTMLInputElement>(null)
  // A radio keeps a press from before hydration itself.
  const adopt = useEffectEvent(() => {
    if (yearly.current?.checked && price_type === 'monthly') onChoose('yearly')
  })
  useEffect(() => adopt(), [])
  const option = (type: PriceType, plan: Plan, name: string) => (
    <label className="price-option">
      <input
        ref={type === 'yearly' ? yearly : undefined}
        type="radio"
        name="price_type"
        value={type}
        autoComplete="off"
        checked={price_type === type}
        onClick={onPressed}
        onChange={() => onChoose(type)}
      />
      <span className="name">{name}</span>
      <span className="amount">
        <b>{plan.local_price_formatted}</b> a {plan.interval}
      </span>
      {type === 'yearly' && <YearlyNote yearly={plan} monthly={monthly_plan} />}
    </label>
  )
  return (
    <fieldset className="plan-choice" disabled={locked} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{title}</legend>
      <div className="options">
        {monthly_plan && option('monthly', monthly_plan, 'Monthly')}
        {yearly_plan && option('yearly', yearly_plan, 'Yearly')}
      </div>
      <div role="alert">
        {error ? (
          <p className="error" id={`${id}-error`} data-field="price">
            {error}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}

/** The yearly price per month, and the saving in money and percent (§9). */
function YearlyNote({ yearly, monthly }: { yearly: Plan; monthly: Plan | null }) {
  const saving = monthly && monthly.currency === yearly.currency ? yearlySaving(monthly.amount, yearly.amount) : null
  return (
    <span className="note">
      {yearly.local_price_formatted_monthly} a month
      {saving && saving.amount > 0 ? (
        <span className="saving">
          Saves {formatPrice(saving.amount, yearly.currency)} ({saving.percent}%)
        </span>
      ) : null}
    </span>
  )
}
