import { SOLD_PLANS } from '../../worker/contract/checkout.ts'
import { DEFAULT_PLAN } from '../../worker/contract/upgrade.ts'
import { isUpgradeStep, upgradeTitle } from '../../worker/contract/upgrade-words.ts'

/** What each plan is for and gives, word for word (§2.4). */
export const PLAN_WORDS = {
  intermediate_pro: {
    header: 'Tools for smart home and productivity.',
    benefits: [
      '20 Applets',
      'Faster Applet speeds',
      'Multi-action Applets',
      'Increased rate limits',
      'Exclusive Pro services',
      'Customer support',
    ],
  },
  pro: {
    header: 'Limitless possibilities for small business owners.',
    benefits: [
      'Unlimited Applets',
      'Queries and filter code',
      'AI and other exclusive services',
      'Increased rate limits and speeds',
      'Multi-action Applets',
      'Prioritized customer support',
    ],
  },
} as const

/** Why somebody was sent to the plans (`plansPath`): the title of its upgrade step (design §3.7). */
export function reasonTitle({ reason, plan }: Record<string, string | undefined>): string | null {
  if (!isUpgradeStep(reason)) return null
  return upgradeTitle(reason, { plan: SOLD_PLANS.find((sold) => sold === plan) ?? DEFAULT_PLAN, trialDays: null })
}
