import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import type { UpgradeContent } from './upgrade-content.ts'

type Facts = Pick<SubscriptionModal, 'tier' | 'subscription_payment_type' | 'held'>
type Channel = NonNullable<SubscriptionModal['subscription_payment_type']>
/** What the modal holds for them where Pro is offered, and where Pro+ is. */
type Row = { who: string; facts: Facts; pro: UpgradeContent; proPlus: UpgradeContent }

const free = (held: Facts['held']): Facts => ({ tier: 'free', subscription_payment_type: null, held })
const paying = (tier: Exclude<Facts['tier'], 'free'>, by: Channel): Facts => ({
  tier,
  subscription_payment_type: by,
  held: { plan_id: tier, payment_type: by },
})

/** For tests: every tier with every way of paying that it can have (§2.4, §6). */
export const USERS: readonly Row[] = [
  { who: 'a free user', facts: free(null), pro: 'checkout', proPlus: 'checkout' },
  {
    who: 'a free user whose plan at Stripe is not paid',
    facts: free({ plan_id: 'intermediate_pro', payment_type: 'stripe' }),
    pro: 'settle',
    proPlus: 'settle',
  },
  {
    who: 'a free user whose plan at a store is not paid',
    facts: free({ plan_id: 'intermediate_pro', payment_type: 'google_play' }),
    pro: 'mobile_app',
    proPlus: 'mobile_app',
  },
  { who: 'Pro by Stripe', facts: paying('intermediate_pro', 'stripe'), pro: 'done', proPlus: 'one_click' },
  { who: 'Pro by App Store', facts: paying('intermediate_pro', 'app_store'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'Pro by Google Play', facts: paying('intermediate_pro', 'google_play'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'legacy by Stripe', facts: paying('legacy_pro', 'stripe'), pro: 'done', proPlus: 'one_click' },
  { who: 'legacy by App Store', facts: paying('legacy_pro', 'app_store'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'legacy by Google Play', facts: paying('legacy_pro', 'google_play'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'Pro+ by Stripe', facts: paying('pro', 'stripe'), pro: 'done', proPlus: 'done' },
  { who: 'Pro+ by App Store', facts: paying('pro', 'app_store'), pro: 'done', proPlus: 'done' },
  { who: 'Pro+ by Google Play', facts: paying('pro', 'google_play'), pro: 'done', proPlus: 'done' },
]
