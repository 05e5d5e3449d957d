import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { PLAN_WORDS } from '../../../../worker/contract/billing/plan-words.ts'
import { BenefitList } from '../../../ui/benefit-list/benefit-list.tsx'
import './upgrade-parts.css'

/** The offered plan's header and benefits, word for word (§2.4). */
export function UpgradeBenefits({ plan }: { plan: SoldPlan }) {
  const { header, benefits } = PLAN_WORDS[plan]
  return (
    <div className="upgrade-benefits">
      <p className="header">{header}</p>
      <BenefitList benefits={benefits} />
    </div>
  )
}
