/** Who bills a plan (§2.4, §6): Stripe, or a mobile store. */
export const PAYMENT_TYPES = ['stripe', 'app_store', 'google_play'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]
