import type { Checkout } from '../../../worker/contract/billing/checkout.ts'
import { type SoldPlan, TIER_NAMES } from '../../../worker/contract/tiers.ts'
import { STORES } from '../../../worker/contract/billing/store-billed.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { SupportLink } from './support-link.tsx'

type Held = NonNullable<Checkout['held']>

/** In place of checkout for somebody who pays for a plan already: it can not be sold again, so what to do instead. */
export function HeldPlan({ held, plan }: { held: Held; plan: SoldPlan }) {
  const { title, words } = held.payment_type === 'stripe' ? atStripe(held, plan) : atStore(held, held.payment_type)
  return (
    <div className="held-plan">
      <h1>{title}</h1>
      <p>{words}</p>
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

function atStripe({ plan_id }: Held, plan: SoldPlan) {
  const [has, wants] = [nameOf(plan_id), TIER_NAMES[plan]]
  if (plan_id === plan)
    return {
      title: `You have ${has} already`,
      words: 'Nothing more is to be paid. Your plan and its card are in Settings.',
    }
  return {
    title: `You have ${has}`,
    words: `${wants} can not be bought beside it: a plan is changed, not bought twice. Settings show what you pay for now.`,
  }
}

function atStore({ plan_id }: Held, store: keyof typeof STORES) {
  const { name, device } = STORES[store]
  return {
    title: `You have ${nameOf(plan_id)} from ${name}`,
    words: `Your plan is billed by ${name}, so it can not be changed here. Please change it on your ${device} device.`,
  }
}

/** Also of a plan that is no longer sold. */
function nameOf(plan_id: string): string {
  const names: Record<string, string> = TIER_NAMES
  return names[plan_id] ?? 'a plan'
}
