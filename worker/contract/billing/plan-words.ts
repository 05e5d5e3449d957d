import type { SoldPlan } from '../tiers.ts'

/** Each plan's header and benefits, word for word (§2.4). */
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
} as const satisfies Record<SoldPlan, { header: string; benefits: readonly string[] }>
