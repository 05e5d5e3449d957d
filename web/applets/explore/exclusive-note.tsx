import { Suspense, use } from 'react'
import type { Service, StepKind } from '../../../worker/contract/connections/service.ts'
import { serviceRules, stepRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import { SOLD_PLANS, PLANS, withAllUpgrades, type UserTier } from '../../../worker/contract/tiers.ts'
import { plansPath } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import type { Session } from '../../site/session/session.ts'
import { upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import './service-page.css'

type Props = {
  service: Service
  /** True on a step's own page. */
  kind?: StepKind
  session: Promise<Session>
}

const VISITOR = withAllUpgrades('free')

/** Names the plan that an exclusive service or a query needs (§6). */
export function ExclusiveNote(props: Props) {
  const { service } = props
  const plan = rulesFor(VISITOR, props).minimum_tier
  if (plan === null) return null
  const plans = SOLD_PLANS.slice(SOLD_PLANS.indexOf(plan)).map((sold) => PLANS[sold].name)
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
  const ask = upgradeRequestFor(rulesFor(viewer.me, props))
  return (
    ask && (
      <UpgradeLink {...ask} session={props.session}>
        Get {PLANS[ask.plan].name}
      </UpgradeLink>
    )
  )
}

function PlansLink(props: Props) {
  return <a href={plansPath(rulesFor(VISITOR, props))}>Compare plans</a>
}

function rulesFor(user: UserTier, { service, kind }: Props) {
  return kind ? stepRules(user, kind, service.minimum_tier) : serviceRules(user, service.minimum_tier)
}
