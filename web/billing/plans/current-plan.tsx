import { Suspense, use } from 'react'
import { TIER_NAMES, type Tier } from '../../../worker/contract/tiers.ts'
import type { Session } from '../../site/session.ts'

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

/** Names the viewer's plan, also when that plan no longer has a column. */
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
  const tier = ownTier(use(session))
  return tier ? (
    <>
      Your plan is <b>{TIER_NAMES[tier]}</b>.
    </>
  ) : (
    <>No card needed to start.</>
  )
}

function ownTier(session: Session): Tier | null {
  return session.kind === 'user' ? session.me.tier : null
}
