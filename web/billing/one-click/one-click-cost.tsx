import { currencyNote, formatPrice } from '../../../worker/contract/billing/price-format.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { afterwards, sumOf } from './one-click-words.ts'
import { SumList } from '../checkout/order/sum-list.tsx'

type Props = { details: ProUpgradeDetails; plan: SoldPlan; timeZone: string }

/** Price and interval, today's exact charge and the next payment. Placed before the button. */
export function OneClickCost({ details, plan, timeZone }: Props) {
  const { formatted_pro_price, interval, amount_today, currency } = details
  return (
    <>
      <p className="price">
        <b>{formatted_pro_price}</b> a {interval}
      </p>
      <SumList lines={sumOf(details, plan)} total={{ label: 'Today', amount: formatPrice(amount_today, currency) }} />
      {afterwards(details, plan, timeZone).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{currencyNote(currency)}</p>
    </>
  )
}
