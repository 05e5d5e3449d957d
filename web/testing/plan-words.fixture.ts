/** For tests: each plan's header and benefits as in §2.4, copied here so that a typo in the product's texts shows. */
export const PLAN_WORDS_OF_SPEC = {
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
