import { Suspense, use } from 'react'
import { BILLING_PATH } from '../../worker/contract/billing-settings.ts'
import { subscribePath } from '../../worker/contract/checkout.ts'
import { TIER_NAMES } from '../../worker/contract/tiers.ts'
import type { Session } from '../site/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { STORE_PLACES } from './billing-words.ts'

type ColumnTier = 'free' | 'intermediate_pro' | 'pro'
type Props = { session: Promise<Session<unknown>>; tier: ColumnTier }

/** What this viewer can do with a plan. Its place is kept while nobody knows who looks. */
export function PlanAction({ session, tier }: Props) {
  return (
    <div className="plan-action">
      <Suspense fallback={null}>
        <Action session={session} tier={tier} />
      </Suspense>
    </div>
  )
}

function Action({ session, tier }: Props) {
  const viewer = use(session)
  if (viewer.kind === 'unavailable') return null
  const me = viewer.kind === 'user' ? viewer.me : null
  if (me?.tier === tier && tier !== 'free') return <OwnPlan paidBy={me.subscription_payment_type} />
  if (tier === 'free')
    return me ? null : (
      <ButtonLink href="/join" kind="secondary">
        Join
      </ButtonLink>
    )
  // Who pays for a plan already can not buy a second one.
  if (me && me.tier !== 'free') return null
  const words = me?.eligible_for_trial ? 'Try it free' : `Get ${TIER_NAMES[tier]}`
  return (
    <ButtonLink href={subscribePath(tier)} kind={tier === 'pro' ? 'secondary' : 'primary'}>
      {words}
    </ButtonLink>
  )
}

function OwnPlan({ paidBy }: { paidBy: string | null }) {
  if (paidBy === 'app_store' || paidBy === 'google_play') {
    return <p className="quiet-text">Billed by {STORE_PLACES[paidBy].name}. Change it there.</p>
  }
  return (
    <ButtonLink href={BILLING_PATH} kind="secondary">
      Manage your plan
    </ButtonLink>
  )
}
