import './checkout-page.css'
import { isBilledByStripe } from '../../../worker/contract/billed-by.ts'
import { DEFAULT_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import { useEffect, useState } from 'react'
import {
  SUBSCRIPTION_SUCCESS_PATH,
  type Checkout,
  type Offer,
  type SubscriptionResponse,
} from '../../../worker/contract/billing/checkout.ts'
import { canUpgradeTo, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { reloadWhenRestored } from '../../browser/navigation/bfcache.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import type { PageProps } from '../../site/session/session.ts'
import type { Clock } from '../../ui/dates/dates.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { BILLING_UNAVAILABLE, PLAN_NOT_SOLD } from '../../../worker/contract/refusals-on-pages.ts'
import { SupportLink } from './support-link.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { checkoutTitle } from './order/checkout-words.ts'
import { CheckoutForm } from './form/checkout-form.tsx'
import { CurrentPlanNotice } from './current-plan-notice.tsx'
import { PlanPitch } from './plan-pitch.tsx'
import { lazyPart } from '../../site/lazy-part.tsx'
import { Reference } from '../../site/reference.tsx'

// Lazy: few buyers see them.
const OneClickPage = lazyPart('billing/checkout/one-click-page.tsx', () =>
  import('./one-click-page.tsx').then((module) => module.OneClickPage),
)
const CampaignOffer = lazyPart('billing/campaign/campaign-offer.tsx', () =>
  import('../campaign/campaign-offer.tsx').then((module) => module.CampaignOffer),
)

/** `site` is null while no plan can be sold. */
export type CheckoutData = { site: Checkout | null; plan: SoldPlan } & Clock

/** Such as /subscribe/pro: checkout as a page (§2.3). */
export function Page({ data, address }: PageProps<CheckoutData>) {
  // A page restored by Back reloads, so that the form starts from the current state.
  useEffect(() => reloadWhenRestored(), [])
  const { site } = data
  return (
    <>
      <CheckoutHeader />
      <div className="checkout-page column">
        {site === null ? <NotNow path={address.path} /> : null}
        {site?.held ? <Held {...data} site={site} held={site.held} /> : null}
        {site && !site.held ? <Offered {...data} site={site} query={address.query} /> : null}
      </div>
    </>
  )
}

type HeldProps = CheckoutData & { site: Checkout; held: NonNullable<Checkout['held']> }

function Held({ site, plan, held, timeZone }: HeldProps) {
  // A plan billed by Stripe is upgraded; a second one is not sold (§2.4, §6).
  const upgrades = isBilledByStripe(held.payment_type) && canUpgradeTo(plan, held.plan_id)
  if (upgrades) return <OneClickPage userId={site.user_id} plan={plan} timeZone={timeZone} />
  return <CurrentPlanNotice held={held} plan={plan} />
}

type OfferedProps = CheckoutData & { site: Checkout; query: Record<string, string> }

function Offered(props: OfferedProps) {
  const offer = props.site[props.plan]
  if (offer) return <Form {...props} offer={offer} />
  return (
    <ErrorPanel title={PLAN_NOT_SOLD} action={<ButtonLink href="/plans">See all plans</ButtonLink>}>
      <SupportLink />
    </ErrorPanel>
  )
}

function Form({ site, plan, offer, now, timeZone, query }: OfferedProps & { offer: Offer }) {
  const [trial, setTrial] = useState(site.eligible_for_trial ? site.eligible_trial_period : null)
  const campaign = query.reason === 'holiday' && plan === DEFAULT_PLAN ? site.campaign : null
  const [inCampaign, setInCampaign] = useState(campaign !== null)
  function leave({ subscription_id }: SubscriptionResponse) {
    // Replaces this page, so that Back does not return to a paid checkout.
    replaceWith(
      `${SUBSCRIPTION_SUCCESS_PATH}/${encodeURIComponent(subscription_id)}${query.from === 'mobile_app' ? '?mobile=1' : ''}`,
    )
  }
  return (
    <>
      <PlanPitch plan={plan} title={checkoutTitle(trial, plan)} offer={inCampaign ? <CampaignOffer /> : null} />
      <p className="needs-script">
        The card field needs JavaScript, because cards go straight to Stripe and never through us. Please turn it on and
        load the page again.
      </p>
      <CheckoutForm
        site={site}
        plan={plan}
        offer={offer}
        campaign={campaign}
        now={now}
        timeZone={timeZone}
        onPaid={leave}
        onTrialRefused={() => setTrial(null)}
        onCampaignEnded={() => setInCampaign(false)}
      />
    </>
  )
}

/** Shown when Stripe is not configured or not reachable. The rest of the site works without it. */
function NotNow({ path }: { path: string }) {
  return (
    <ErrorPanel title={BILLING_UNAVAILABLE} action={<ButtonLink href={path}>Try again</ButtonLink>}>
      <SupportLink /> <Reference />
    </ErrorPanel>
  )
}
