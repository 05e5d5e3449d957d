import type { Plans, ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import { currencyNote } from '../../../worker/contract/billing/price-format.ts'
import { SOLD_PLANS } from '../../../worker/contract/tiers.ts'
import type { PageProps } from '../../site/session/session.ts'
import { CurrentPlanNote } from './current-plan.tsx'
import { PlanColumn } from './plan-column.tsx'
import { PlansReason } from './plans-reason.tsx'
import { queryWithout, reasonTitle } from './plan-upgrade-step.ts'
import { TierTable } from './tier-table.tsx'
import './plans-page.css'

/** Free and the plans on sale side by side, at catalog prices; for students at theirs. */
export function Page({ data: { plans, campaign }, session, address }: PageProps<Plans, ViewerPlans | null>) {
  const reason = reasonTitle(queryWithout(campaign !== null, address.query))
  return (
    <div className="plans-page page">
      <header>
        {reason && <PlansReason query={address.query} campaign={campaign} session={session} />}
        <h1>{reason ? 'Choose a plan with more' : 'Start free. Pay when you need more.'}</h1>
        <CurrentPlanNote session={session} />
      </header>
      <div className="plan-offers">
        <div className="plan-columns">
          {(['free', ...SOLD_PLANS] as const).map((tier) => (
            <PlanColumn
              key={tier}
              tier={tier}
              plans={plans}
              session={session}
              query={address.query}
              campaign={campaign}
            />
          ))}
        </div>
        <p className="quiet-text">{currencyNote(plans[0]?.currency ?? 'usd')}</p>
      </div>
      <section aria-labelledby="compare">
        <h2 id="compare">Compare the plans</h2>
        <TierTable />
      </section>
    </div>
  )
}
