import type { PlanRow, ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import { PLAN_WORDS } from '../../../worker/contract/billing/plan-words.ts'
import { PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { formatPrice } from '../../../worker/contract/billing/price-format.ts'
import type { Session } from '../../site/session/session.ts'
import { BenefitList } from '../../ui/benefit-list/benefit-list.tsx'
import { CurrentPlanMark } from './current-plan.tsx'
import { PlanAction } from './plan-action.tsx'
import { PlanPrices } from './plan-prices.tsx'
import './plans-page.css'

type ColumnTier = 'free' | SoldPlan
type Props = {
  tier: ColumnTier
  plans: readonly PlanRow[]
  session: Promise<Session<ViewerPlans | null>>
  /** The address's query: why the viewer was sent here. */
  query: Record<string, string | undefined>
  campaign: string | null
}

const FREE_WORDS = {
  header: 'Everything you need to get started.',
  benefits: [`${PLANS.free.applets} Applets`, 'All services except exclusive ones'],
}

export function PlanColumn({ tier, plans, session, query, campaign }: Props) {
  const { header, benefits } = tier === 'free' ? FREE_WORDS : PLAN_WORDS[tier]
  const rows = plans.filter((plan) => plan.tier === tier)
  return (
    <section className={`plan-column ${tier}`} aria-labelledby={`plan-${tier}`}>
      <div className="name">
        <h2 id={`plan-${tier}`}>{PLANS[tier].name}</h2>
        <CurrentPlanMark session={session} tier={tier} />
      </div>
      <p className="header">{header}</p>
      <BenefitList benefits={benefits} />
      {tier === 'free' ? (
        <FreePrice currency={plans[0]?.currency ?? 'usd'} />
      ) : (
        <PlanPrices tier={tier} rows={rows} session={session} />
      )}
      <PlanAction
        session={session}
        tier={tier}
        sold={tier === 'free' || rows.length > 0}
        query={query}
        campaign={campaign}
      />
    </section>
  )
}

function FreePrice({ currency }: { currency: string }) {
  return (
    <div className="prices">
      <p className="price">
        <b>{formatPrice(0, currency)}</b>
      </p>
      <p className="yearly">For as long as you like</p>
    </div>
  )
}
