import type { ReactNode } from 'react'
import type { BillingPlan } from '../../../worker/contract/billing/billing-overview.ts'
import type { MobileStore } from '../../../worker/contract/billed-by.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { offerStep } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { Session } from '../../site/session/session.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { planName, STORE_WAYS } from './overview/billing-words.ts'
import './billing-page.css'

type FreeProps = { eligible: boolean; upgrades: readonly SoldPlan[]; session: Promise<Session>; children?: ReactNode }

/** The free plan, and the way to a larger one. */
export function FreePlan({ eligible, upgrades: [cheapest], session, children }: FreeProps) {
  const { applets, ai_creations_per_day } = PLANS.free
  return (
    <section className="plan-section" aria-labelledby="plan">
      <h2 id="plan">{PLANS.free.name}</h2>
      <p>
        {applets} Applets at once, all services except exclusive ones, {ai_creations_per_day} AI creations a day. It
        costs nothing, for as long as you like.
      </p>
      {children}
      <div className="actions">
        {cheapest && (
          <UpgradeLink session={session} step={offerStep(cheapest)} plan={cheapest} kind="primary">
            {eligible ? 'Try' : 'Get'} {PLANS[cheapest].name}
            {eligible && ' free'}
          </UpgradeLink>
        )}
        <ButtonLink href="/plans" kind="quiet">
          See the plans
        </ButtonLink>
      </div>
    </section>
  )
}

type StoreProps = { plan: BillingPlan; store: MobileStore; children?: ReactNode }

/** A plan billed by a store: says where to change it. */
export function StorePlan({ plan, store, children }: StoreProps) {
  return (
    <section className="plan-section" aria-labelledby="plan">
      <h2 id="plan">{planName(plan)}</h2>
      <p>
        Your plan is billed by {STORES[store].name}. Change or cancel it there. {STORE_WAYS[store]}
      </p>
      {children}
    </section>
  )
}
