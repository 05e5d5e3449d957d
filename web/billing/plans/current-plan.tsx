import { Suspense, use } from 'react'
import { storeOf } from '../../../worker/contract/billed-by.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { PLANS, type Tier } from '../../../worker/contract/tiers.ts'
import type { Session } from '../../site/session/session.ts'

type Props = { session: Promise<Session<unknown>> }

/** Marks the viewer's own plan without moving anything when the session arrives. */
export function CurrentPlanMark({ session, tier }: Props & { tier: Tier }) {
  return (
    <Suspense fallback={null}>
      <Mark session={session} tier={tier} />
    </Suspense>
  )
}

function Mark({ session, tier }: Props & { tier: Tier }) {
  return ownTier(use(session)) === tier ? <p className="own-plan">Your plan</p> : null
}

/** Names the viewer's plan, and the store that bills it, also when that plan no longer has a column. */
export function CurrentPlanNote({ session }: Props) {
  return (
    <p className="own-plan-note">
      <Suspense fallback={null}>
        <Note session={session} />
      </Suspense>
    </p>
  )
}

function Note({ session }: Props) {
  const viewer = use(session)
  if (viewer.kind !== 'user') return <>No card needed to start.</>
  const { tier, subscriptionPaymentType } = viewer.me
  const store = storeOf(subscriptionPaymentType)
  return (
    <>
      Your plan is <b>{PLANS[tier].name}</b>
      {store ? `, billed by ${STORES[store].name}` : null}.
    </>
  )
}

function ownTier(session: Session): Tier | null {
  return session.kind === 'user' ? session.me.tier : null
}
