/** In seconds, as Stripe counts time. */
export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS
