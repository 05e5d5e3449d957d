import type { ReactNode } from 'react'
import { type SoldPlan, PLANS } from '../../../worker/contract/tiers.ts'
import { PLAN_WORDS } from '../../../worker/contract/billing/plan-words.ts'
import { BenefitList } from '../../ui/benefit-list/benefit-list.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import './checkout-page.css'

type Props = {
  plan: SoldPlan
  title: string
  /** A campaign's offer, shown with the title. */
  offer?: ReactNode
}

/** The plan in one line, with its benefits collapsed, so that the form stays in view. */
export function PlanPitch({ plan, title, offer = null }: Props) {
  const { header, benefits } = PLAN_WORDS[plan]
  return (
    <header className="plan-pitch">
      <h1>{title}</h1>
      {offer}
      <p className="lead">{header}</p>
      {/* It may be open before hydration. */}
      <details suppressHydrationWarning>
        <summary>
          What {PLANS[plan].name} includes
          <Glyph name="chevron" size={20} />
        </summary>
        <BenefitList benefits={benefits} />
      </details>
    </header>
  )
}
