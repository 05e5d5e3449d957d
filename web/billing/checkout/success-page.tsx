import { PLANS, type Tier } from '../../../worker/contract/tiers.ts'
import { mobileSystem } from '../../browser/device/mobile-system.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { StoreLinks } from '../../users/messages/store-links.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { SupportLink } from './support-link.tsx'
import { forgetReturnPath, keptReturnPath } from './return-path.ts'
import './checkout-page.css'
import './success-page.css'

export type SuccessData = { paid: boolean; trialing: boolean; tier: Tier }

/** /subscriptions/success/{id}: the page after a paid checkout (§2.3). Its data is read again from Stripe. */
export function Page({ data, address }: PageProps<SuccessData>) {
  return (
    <div className="success-page column">
      {data.paid ? <Welcome {...data} fromApp={address.query.mobile === '1'} /> : <NotYet />}
    </div>
  )
}

function Welcome({ tier, trialing, fromApp }: SuccessData & { fromApp: boolean }) {
  const { product_name } = useSite()
  const kept = useInBrowser(keptReturnPath, null)
  return (
    <>
      <h1>
        Welcome to {product_name} {PLANS[tier].name}
      </h1>
      <p className="lead">
        {trialing
          ? 'Your free trial has started. Everything in your plan works now, and you have paid nothing for it.'
          : 'Your payment went through. Everything in your plan works now.'}
      </p>
      {fromApp ? <BackToApp /> : null}
      <p className="ways">
        {kept ? (
          <Button
            onClick={() => {
              forgetReturnPath()
              goTo(kept)
            }}
          >
            Continue where you left off
          </Button>
        ) : (
          <ButtonLink href="/explore" kind={fromApp ? 'secondary' : 'primary'}>
            Explore Applets
          </ButtonLink>
        )}
        <ButtonLink href="/settings/billing" kind="secondary">
          See your plan
        </ButtonLink>
      </p>
      <p className="quiet-text">Find your receipts and your card in Settings, Billing. You can cancel there too.</p>
    </>
  )
}

function BackToApp() {
  const { product_name } = useSite()
  const system = useInBrowser(mobileSystem, null)
  return (
    <section className="back-to-app" aria-labelledby="back-to-app">
      <h2 id="back-to-app">Back to the app</h2>
      <p>Your plan is already active there. Open the {product_name} app to continue.</p>
      <StoreLinks stores={system ? [system] : ['ios', 'android']} />
    </section>
  )
}

/** The user opened an old address, or the bank did not approve the payment. */
function NotYet() {
  return (
    <>
      <h1>This plan is not active</h1>
      <p className="lead">The payment was not completed, or the plan has ended. See your current plan in Settings.</p>
      <p className="ways">
        <ButtonLink href="/settings/billing">See your plan</ButtonLink>
        <ButtonLink href="/plans" kind="secondary">
          Plans
        </ButtonLink>
      </p>
      <SupportLink />
    </>
  )
}
