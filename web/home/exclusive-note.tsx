import { Suspense, use } from 'react'
import type { Service, StepKind } from '../../worker/contract/connections/service.ts'
import { serviceRules, stepRules } from '../../worker/contract/enablement/enablement-rules.ts'
import { SOLD_PLANS, TIER_NAMES, type Tier } from '../../worker/contract/tiers.ts'
import { plansPath } from '../../worker/contract/upgrade/blocked-words.ts'
import type { Session } from '../site/session.ts'
import { upgradeRequestFor } from '../upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../upgrade/upgrade-link.tsx'
import './service-page.css'

type Props = {
  service: Service
  /** True on a step's own page. */
  kind?: StepKind
  session: Promise<Session>
}

/** Names the plan that an exclusive service or a query needs (§6). */
export function ExclusiveNote(props: Props) {
  const { service } = props
  const plan = rulesFor('free', props).minimum_tier
  if (plan === null) return null
  const plans = SOLD_PLANS.slice(SOLD_PLANS.indexOf(plan)).map((sold) => TIER_NAMES[sold])
  return (
    <p className="exclusive-note">
      <span>
        Applets with {service.minimum_tier ? service.name : 'queries'} need {plans.join(' or ')}.
      </span>{' '}
      <Suspense fallback={<PlansLink {...props} />}>
        <WayThere {...props} />
      </Suspense>
    </p>
  )
}

/** Offers the plan to signed-in users who lack it. */
function WayThere(props: Props) {
  const viewer = use(props.session)
  if (viewer.kind !== 'user') return <PlansLink {...props} />
  const ask = upgradeRequestFor(rulesFor(viewer.me.tier, props))
  return (
    ask && (
      <UpgradeLink {...ask} session={props.session}>
        Get {TIER_NAMES[ask.plan]}
      </UpgradeLink>
    )
  )
}

function PlansLink(props: Props) {
  return <a href={plansPath(rulesFor('free', props))}>Compare plans</a>
}

function rulesFor(tier: Tier, { service, kind }: Props) {
  return kind ? stepRules(tier, kind, service.minimum_tier) : serviceRules(tier, service.minimum_tier)
}
