import { useEffect, useState } from 'react'
import {
  SUBSCRIPTION_SUCCESS_PATH,
  type Checkout as Site,
  type SubscriptionResponse,
} from '../../../worker/contract/billing/checkout.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { reloadWhenRestored } from '../../browser/navigation/bfcache.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import type { PageProps } from '../../site/session.ts'
import type { Clock } from '../../ui/dates/dates.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { ERRORS } from '../../../worker/contract/errors.ts'
import { SupportLink } from './support-link.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { checkoutTitle } from './order/checkout-words.ts'
import { Checkout } from './form/checkout-form.tsx'
import { HeldPlan } from './held-plan.tsx'
import { isUpgradable, OneClickPage } from './one-click-page.tsx'
import { PlanPitch } from './plan-pitch.tsx'

/** `site` is null where nothing can be sold now. */
export type CheckoutData = { site: Site | null; plan: SoldPlan } & Clock

/** /subscribe/pro and /subscribe/pro_plus: checkout as a page (§2.3). */
export function Page({ data, address }: PageProps<CheckoutData>) {
  // Back from elsewhere: the form begins anew, with what is so now.
  useEffect(() => reloadWhenRestored(), [])
  const { site } = data
  return (
    <>
      <CheckoutHeader />
      <div className="checkout-page column">
        {site === null ? <NotNow path={address.path} /> : null}
        {site?.held ? <Held {...data} site={site} held={site.held} /> : null}
        {site && !site.held ? <Form {...data} site={site} fromApp={address.query.from === 'mobile_app'} /> : null}
      </div>
    </>
  )
}

type HeldProps = CheckoutData & { site: Site; held: NonNullable<Site['held']> }

function Held({ site, plan, held, timeZone }: HeldProps) {
  if (plan === 'pro' && isUpgradable(held)) return <OneClickPage userId={site.user_id} timeZone={timeZone} />
  return <HeldPlan held={held} plan={plan} />
}

function Form({ site, plan, now, timeZone, fromApp }: CheckoutData & { site: Site; fromApp: boolean }) {
  const [trial, setTrial] = useState(site.eligible_for_trial ? site.eligible_trial_period : null)
  function leave({ subscription_id }: SubscriptionResponse) {
    // Back does not come here again: what was paid is paid.
    replaceWith(`${SUBSCRIPTION_SUCCESS_PATH}/${encodeURIComponent(subscription_id)}${fromApp ? '?mobile=1' : ''}`)
  }
  return (
    <>
      <PlanPitch plan={plan} title={checkoutTitle(trial, plan)} />
      <p className="needs-script">
        The card field needs JavaScript, because cards go straight to Stripe and never through us. Please turn it on and
        load the page again.
      </p>
      <Checkout
        site={site}
        plan={plan}
        now={now}
        timeZone={timeZone}
        onPaid={leave}
        onTrialRefused={() => setTrial(null)}
      />
    </>
  )
}

/** Stripe is not set up, or away: nothing else of the site needs it. */
function NotNow({ path }: { path: string }) {
  return (
    <ErrorPanel title={ERRORS.billing_unavailable[1]} action={<ButtonLink href={path}>Try again</ButtonLink>}>
      <SupportLink />
    </ErrorPanel>
  )
}
