import type { Checkout } from '../../../worker/contract/billing/checkout.ts'
import { canUpgradeTo, PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { billedBy, type MobileStore } from '../../../worker/contract/billed-by.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { useSite } from '../../site/site-context.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { mobileAppTitle, mobileAppWords } from '../../../worker/contract/billing/mobile-app-words.ts'
import { SupportLink } from './support-link.tsx'
import './checkout-page.css'

type Held = NonNullable<Checkout['held']>

/** Replaces checkout for a user who already pays for a plan, and says what to do instead. */
export function CurrentPlanNotice({ held, plan }: { held: Held; plan: SoldPlan }) {
  const { product_name } = useSite()
  const { title, words } = billedBy(held.payment_type, {
    stripe: () => atStripe(held, plan),
    store: (store) => (canUpgradeTo(plan, held.plan_id) ? inApp(held, plan, product_name) : atStore(held, store)),
  })
  return (
    <div className="held-plan">
      <h1>{title}</h1>
      {words.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="ways">
        <ButtonLink href="/settings/billing">See your plan</ButtonLink>
        <ButtonLink href="/my_applets" kind="secondary">
          My Applets
        </ButtonLink>
      </p>
      <SupportLink />
    </div>
  )
}

/** Says the same as the upgrade modal. */
function inApp({ plan_id, payment_type }: Held, plan: SoldPlan, product: string) {
  return { title: mobileAppTitle(product), words: mobileAppWords(PLANS[plan_id].name, plan, payment_type, product) }
}

function atStripe({ plan_id }: Held, plan: SoldPlan) {
  const [has, wants] = [PLANS[plan_id].name, PLANS[plan].name]
  if (plan_id === plan)
    return {
      title: `You already have ${has}`,
      words: ["You don't need to pay again. Your plan and card are in Settings."],
    }
  return {
    title: `You have ${has}`,
    words: [`You can't buy ${wants} as a second plan. See what you pay for now in Settings.`],
  }
}

function atStore({ plan_id }: Held, store: MobileStore) {
  const { name, device } = STORES[store]
  return {
    title: `You have ${PLANS[plan_id].name} from ${name}`,
    words: [`Your plan is billed by ${name}, so you can't change it here. Please change it on your ${device} device.`],
  }
}
