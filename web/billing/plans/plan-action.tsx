import { Suspense, use } from 'react'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import { BILLING_PATH } from '../../../worker/contract/billing/billing-overview.ts'
import { type SoldPlan, PLANS, smallerPlan } from '../../../worker/contract/tiers.ts'
import { isBilledByStripe, storeOf, type BilledBy } from '../../../worker/contract/billed-by.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { DEFAULT_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../../site/session/session.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { isForViewer, queryWithout, stepOf } from './plan-upgrade-step.ts'
import './plans-page.css'

type ColumnTier = 'free' | SoldPlan
type Query = Record<string, string | undefined>
type Props = {
  session: Promise<Session<ViewerPlans | null>>
  tier: ColumnTier
  /** Whether the plan has a price now. */
  sold: boolean
  query: Query
  campaign: string | null
}

/** The viewer's action on a plan. Its place is kept until the session is known. */
export function PlanAction(props: Props) {
  return (
    <div className="plan-action">
      <Suspense fallback={null}>
        <Action {...props} />
      </Suspense>
    </div>
  )
}

function Action({ session, tier, sold, query, campaign }: Props) {
  const viewer = use(session)
  if (viewer.kind === 'unavailable') return null
  const me = viewer.kind === 'user' ? viewer.me : null
  if (me?.tier === tier && tier !== 'free') return <OwnPlan paidBy={me.subscriptionPaymentType} />
  if (!sold) return null
  if (tier === 'free')
    return me ? null : (
      <ButtonLink href="/join" kind="secondary">
        Join
      </ButtonLink>
    )
  const step = stepOf(tier, me?.tier ?? 'free', queryWithout(isForViewer(campaign, viewer), query))
  if (step === null) return me && isSmaller(tier, me) ? <SmallerPlan tier={tier} /> : null
  // When both plans can be bought, Pro is the primary one.
  const leads = tier === DEFAULT_PLAN || (me !== null && me.tier !== 'free')
  return (
    <UpgradeLink session={session} step={step} plan={tier} kind={leads ? 'primary' : 'secondary'}>
      {wordsFor(tier, me)}
    </UpgradeLink>
  )
}

function wordsFor(plan: SoldPlan, me: Me | null): string {
  if (me && me.tier !== 'free') return `Upgrade to ${PLANS[plan].name}`
  return me?.eligible_for_trial ? 'Try it free' : `Get ${PLANS[plan].name}`
}

/** A plan that can be booked on the billing page for the end of the period. */
function isSmaller(plan: SoldPlan, { tier, subscriptionPaymentType: paidBy }: Me): boolean {
  return smallerPlan(tier) === plan && isBilledByStripe(paidBy)
}

function SmallerPlan({ tier }: { tier: SoldPlan }) {
  return (
    <ButtonLink href={BILLING_PATH} kind="secondary">
      Change to {PLANS[tier].name}
    </ButtonLink>
  )
}

function OwnPlan({ paidBy }: { paidBy: BilledBy | null }) {
  const store = storeOf(paidBy)
  if (store) {
    return <p className="quiet-text">Billed by {STORES[store].name}. Change it there.</p>
  }
  return (
    <ButtonLink href={BILLING_PATH} kind="secondary">
      Manage your plan
    </ButtonLink>
  )
}
