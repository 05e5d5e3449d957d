import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import type { UpgradeContent } from './upgrade-content.ts'

type ViewerPlan = Pick<SubscriptionModal, 'tier' | 'subscriptionPaymentType' | 'held'>
type Channel = NonNullable<SubscriptionModal['subscriptionPaymentType']>
/** The modal's content for a user when Pro is offered, and when Pro+ is. */
type Row = { who: string; viewerPlan: ViewerPlan; pro: UpgradeContent; proPlus: UpgradeContent }

const free = (held: ViewerPlan['held']): ViewerPlan => ({ tier: 'free', subscriptionPaymentType: null, held })
const paying = (tier: Exclude<ViewerPlan['tier'], 'free'>, by: Channel): ViewerPlan => ({
  tier,
  subscriptionPaymentType: by,
  held: { plan_id: tier, payment_type: by },
})

/** For tests: every tier with every payment type that it can have (§2.4, §6). */
export const USERS: readonly Row[] = [
  { who: 'a free user', viewerPlan: free(null), pro: 'checkout', proPlus: 'checkout' },
  {
    who: 'a free user whose plan at Stripe is not paid',
    viewerPlan: free({ plan_id: 'intermediate_pro', payment_type: 'stripe' }),
    pro: 'unpaid_plan',
    proPlus: 'unpaid_plan',
  },
  {
    who: 'a free user whose plan at a store is not paid',
    viewerPlan: free({ plan_id: 'intermediate_pro', payment_type: 'google_play' }),
    pro: 'mobile_app',
    proPlus: 'mobile_app',
  },
  { who: 'Pro by Stripe', viewerPlan: paying('intermediate_pro', 'stripe'), pro: 'done', proPlus: 'one_click' },
  { who: 'Pro by App Store', viewerPlan: paying('intermediate_pro', 'app_store'), pro: 'done', proPlus: 'mobile_app' },
  {
    who: 'Pro by Google Play',
    viewerPlan: paying('intermediate_pro', 'google_play'),
    pro: 'done',
    proPlus: 'mobile_app',
  },
  { who: 'legacy by Stripe', viewerPlan: paying('legacy_pro', 'stripe'), pro: 'done', proPlus: 'one_click' },
  { who: 'legacy by App Store', viewerPlan: paying('legacy_pro', 'app_store'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'legacy by Google Play', viewerPlan: paying('legacy_pro', 'google_play'), pro: 'done', proPlus: 'mobile_app' },
  { who: 'Pro+ by Stripe', viewerPlan: paying('pro', 'stripe'), pro: 'done', proPlus: 'done' },
  { who: 'Pro+ by App Store', viewerPlan: paying('pro', 'app_store'), pro: 'done', proPlus: 'done' },
  { who: 'Pro+ by Google Play', viewerPlan: paying('pro', 'google_play'), pro: 'done', proPlus: 'done' },
]
