import { useEffect, useEffectEvent } from 'react'
import type { SubscriptionResponse } from '../../../../worker/contract/billing/checkout.ts'
import { SOLD_PLANS, type SoldPlan } from '../../../../worker/contract/tiers.ts'
import { PLAN_NOT_SOLD } from '../../../../worker/contract/refusals-on-pages.ts'
import { permissionsOf } from '../../../../worker/contract/billing/permissions.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { CheckoutForm } from '../../../billing/checkout/form/checkout-form.tsx'
import { OneClickUpgrade } from '../../../billing/one-click/one-click-upgrade.tsx'
import { permissionsAfterCheckout } from '../../../billing/one-click/permissions-after-upgrade.ts'
import { localTimeZone } from '../../../browser/time/local-time-zone.ts'
import { Button } from '../../../ui/button/button.tsx'
import { MobileAppContent } from './mobile-app-content.tsx'
import { ModalWaiting } from './modal-waiting.tsx'
import { UnpaidPlanContent } from './unpaid-plan-content.tsx'
import type { Upgrade } from './upgrade-content.ts'
import type { Ending } from './use-modal-ending.ts'
import './upgrade-parts.css'

type Props = {
  upgrade: Upgrade
  /** Null while it is loading. */
  data: SubscriptionModal | null
  /** The user's plan is in its trial. */
  trialing: boolean
  /** Asks for the data again, after it turned out to be out of date. */
  again(): void
  /** The campaign's code was refused. */
  onCampaignEnded(): void
  ending: Ending
}

/** Shows one of the contents of §2.4, each with its own ending. */
export function ModalContent({
  upgrade: { step, plan, content },
  data,
  trialing,
  again,
  onCampaignEnded,
  ending,
}: Props) {
  const { close, finish, release, setBusy, signIn } = ending
  if (!data) return <ModalWaiting content={content} />
  switch (content) {
    case 'checkout':
      return (
        <FullCheckout
          plan={plan}
          data={data}
          campaign={step === 'holiday' ? data.campaign : null}
          again={again}
          onCampaignEnded={onCampaignEnded}
          ending={ending}
        />
      )
    case 'one_click':
      return (
        <OneClickUpgrade
          userId={data.user_id}
          plan={plan}
          timeZone={localTimeZone()}
          trialing={trialing}
          onUpgraded={finish}
          onClose={close}
          onBusy={setBusy}
          onSignedOut={signIn}
        />
      )
    case 'mobile_app':
      return <MobileAppContent plan={plan} data={data} onClose={close} />
    case 'unpaid_plan':
      return <UnpaidPlanContent data={data} onClose={close} />
    case 'done':
      return <Done onDone={() => finish({ plan: planHeld(data) ?? plan, permissions: permissionsOf(data.tier) })} />
    case 'lifted':
      return <Done onDone={() => release({ plan, permissions: permissionsOf(data.tier) })} />
  }
}

type CheckoutProps = Omit<Props, 'upgrade' | 'data' | 'trialing'> & {
  plan: SoldPlan
  data: SubscriptionModal
  campaign: string | null
}

/** The same form as on the subscription pages (§2.3). */
function FullCheckout({ plan, data, campaign, again, onCampaignEnded, ending }: CheckoutProps) {
  const { close, finish, setBusy, signIn } = ending
  const offer = data[plan]
  function paid({ permissions }: SubscriptionResponse) {
    finish({ plan, permissions: permissionsAfterCheckout(plan, data.tier, permissions) })
  }
  if (!offer) return <NotSold onClose={close} />
  return (
    <CheckoutForm
      site={data}
      plan={plan}
      offer={offer}
      campaign={campaign}
      now={data.served_at}
      timeZone={localTimeZone()}
      onPaid={paid}
      onHeld={again}
      onCampaignEnded={onCampaignEnded}
      onBusy={setBusy}
      onEscape={close}
      onSignedOut={signIn}
    />
  )
}

function NotSold({ onClose }: { onClose(): void }) {
  return (
    <div className="upgrade-words">
      <p>{PLAN_NOT_SOLD}</p>
      <div className="ways">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

/** The plan that the user has now, which may be larger than the one offered. */
function planHeld({ tier }: SubscriptionModal): SoldPlan | undefined {
  return SOLD_PLANS.find((plan) => plan === tier)
}

/** The upgrade was bought elsewhere or is no longer needed, so the modal ends at once. */
function Done({ onDone }: { onDone(): void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => done(), [])
  return <ModalWaiting content="done" />
}
