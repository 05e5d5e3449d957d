import { Suspense, use } from 'react'
import type { PlanRow, ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import { PLAN_NOT_SOLD } from '../../../worker/contract/refusals-on-pages.ts'
import { formatPrice } from '../../../worker/contract/billing/price-format.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import type { Session } from '../../site/session/session.ts'
import { yearlySaving } from '../checkout/order/yearly-saving.ts'
import './plans-page.css'

type Rows = { rows: readonly PlanRow[] }
type Props = Rows & { tier: SoldPlan; session: Promise<Session<ViewerPlans | null>> }

/** This viewer's price of a plan. Until it is known, its place is kept, so that no price changes before their eyes. */
export function PlanPrices({ tier, rows, session }: Props) {
  return (
    <Suspense
      fallback={
        <div className="prices-kept">
          <Prices rows={rows} />
        </div>
      }
    >
      <ViewerPrices tier={tier} rows={rows} session={session} />
    </Suspense>
  )
}

function ViewerPrices({ tier, rows, session }: Props) {
  const viewer = use(session)
  const own = viewer.kind === 'user' ? viewer.viewer?.plans?.filter((plan) => plan.tier === tier) : null
  if (!own) return <Prices rows={rows} />
  const cheaper = own.some(({ interval, amount }) =>
    rows.some((everyones) => everyones.interval === interval && everyones.amount > amount),
  )
  return <Prices rows={own} note={cheaper ? 'Your student price' : null} />
}

function Prices({ rows, note = null }: Rows & { note?: string | null }) {
  const monthly = rows.find((plan) => plan.interval === 'month')
  const yearly = rows.find((plan) => plan.interval === 'year')
  if (!monthly && !yearly) return <p className="prices quiet-text">{PLAN_NOT_SOLD}</p>
  return (
    <div className="prices">
      {monthly && (
        <p className="price">
          <b>{formatPrice(monthly.amount, monthly.currency)}</b> a month
        </p>
      )}
      {yearly && (
        <p className={monthly ? 'yearly' : 'price'}>
          {monthly && 'or '}
          <b>{formatPrice(yearly.amount, yearly.currency)}</b> a year
          {monthly && <Saving monthly={monthly} yearly={yearly} />}
        </p>
      )}
      {note && <p className="yearly">{note}</p>}
    </div>
  )
}

/** The yearly saving in money and per cent. */
function Saving({ monthly, yearly }: { monthly: PlanRow; yearly: PlanRow }) {
  const { amount, percent } = yearlySaving(monthly.amount, yearly.amount)
  if (amount <= 0 || monthly.currency !== yearly.currency) return null
  return (
    <span className="saving">
      Saves {formatPrice(amount, yearly.currency)} ({percent}%)
    </span>
  )
}
