import { useEffect } from 'react'
import { SUBSCRIPTION_SUCCESS_PATH, type Checkout as Site, type SoldPlan } from '../../worker/contract/checkout.ts'
import { reloadWhenRestored } from '../browser/bfcache.ts'
import { replaceWith } from '../browser/navigate.ts'
import type { PageProps } from '../site/session.ts'
import type { Clock } from '../ui/dates.ts'
import { CheckoutHeader } from './checkout-header.tsx'
import { checkoutTitle } from './checkout-words.ts'
import { Checkout } from './checkout.tsx'
import { HeldPlan } from './held-plan.tsx'
import { PlanPitch } from './plan-pitch.tsx'

export type CheckoutData = { site: Site; plan: SoldPlan } & Clock

/** /subscribe/pro and /subscribe/pro_plus: checkout as a page (§2.3). */
export function Page({ data: { site, plan, now, timeZone }, address }: PageProps<CheckoutData>) {
  // Back from elsewhere: the form begins anew, with what is so now.
  useEffect(() => reloadWhenRestored(), [])
  const trial = site.eligible_for_trial ? site.eligible_trial_period : null

  function leave(id: string) {
    const mobile = address.query.from === 'mobile_app' ? '?mobile=1' : ''
    replaceWith(`${SUBSCRIPTION_SUCCESS_PATH}/${encodeURIComponent(id)}${mobile}`)
  }
  return (
    <>
      <CheckoutHeader />
      <div className="checkout-page column">
        {site.held ? (
          <HeldPlan held={site.held} plan={plan} />
        ) : (
          <>
            <PlanPitch plan={plan} title={checkoutTitle({ student: site.student, trial }, plan)} />
            <p className="needs-script">
              The card field needs JavaScript, because cards go straight to Stripe and never through us. Please turn it
              on and load the page again.
            </p>
            <Checkout
              site={site}
              plan={plan}
              now={now}
              timeZone={timeZone}
              onPaid={({ subscription_id }) => leave(subscription_id)}
            />
          </>
        )}
      </div>
    </>
  )
}
