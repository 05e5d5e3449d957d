import { permissionsOf } from '../../../worker/contract/billing/permissions.ts'
import { PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import type { Upgraded } from '../../../worker/contract/upgrade/upgrade.ts'
import { MAYBE_LATER } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { OneClickCost } from './one-click-cost.tsx'
import type { OneClickState } from './one-click-flow.ts'
import { OneClickTrouble } from './one-click-trouble.tsx'
import { UPGRADE, UPGRADING } from '../checkout/order/checkout-words.ts'
import { useOneClick } from './use-one-click.ts'
import './one-click-upgrade.css'

type Props = {
  /** The page's user; nobody else is upgraded by it. */
  userId: string
  plan: SoldPlan
  timeZone: string
  /** Whether the plan is in its trial, where known before the cost is. */
  trialing?: boolean
  /** The user has the plan. The caller tells them (§4.3). */
  onUpgraded(upgraded: Upgraded): void
  /** "Maybe later" */
  onClose(): void
  /** True while the upgrade is pending and this must stay on the page. */
  onBusy?(busy: boolean): void
  /** The session has ended. Without this, the user signs in again and returns to this page. */
  onSignedOut?(): void
}

/** The one-click upgrade for users billed by Stripe (§2.4, §4.3): the cost, then the button. */
export function OneClickUpgrade({
  userId,
  plan,
  timeZone,
  trialing = false,
  onUpgraded,
  onClose,
  onBusy,
  onSignedOut,
}: Props) {
  const { state, press, retry } = useOneClick({
    userId,
    plan,
    onBusy,
    onSignedOut,
    onDone: () => onUpgraded({ plan, permissions: permissionsOf(plan) }),
  })
  const details = detailsIn(state)
  const inTrial = details?.trialing ?? trialing
  const busy = state.kind === 'upgrading' || state.kind === 'done'
  return (
    <section className="one-click" aria-label={`Upgrade to ${PLANS[plan].name}`}>
      {state.kind === 'failed' ? null : (
        <div className={inTrial ? 'cost trial' : 'cost'} aria-live="polite" aria-busy={details ? undefined : true}>
          {details ? (
            <OneClickCost details={details} plan={plan} timeZone={timeZone} />
          ) : (
            <Skeleton shape="text" count={inTrial ? 5 : 7} />
          )}
        </div>
      )}
      <OneClickTrouble problem={problemIn(state)} onRetry={retry} />
      <div className="actions">
        {state.kind === 'failed' ? null : (
          <Button busy={busy} unavailable={!details} onClick={press}>
            {busy ? UPGRADING : UPGRADE}
          </Button>
        )}
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          {MAYBE_LATER}
        </Button>
      </div>
      {/* Screen readers do not announce a label that changes. */}
      <output className="visually-hidden">{busy ? UPGRADING : null}</output>
    </section>
  )
}

function detailsIn(state: OneClickState) {
  return 'details' in state ? state.details : null
}

function problemIn(state: OneClickState) {
  if (state.kind === 'loading') return state.notice
  return state.kind === 'shown' || state.kind === 'failed' ? state.problem : null
}
