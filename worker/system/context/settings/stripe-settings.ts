import * as z from 'zod/mini'
import { emptyAsDefault, list, onOrOff, optional, origin, type Read } from './setting-shapes.ts'

/** The settings for what is sold, and through which account. */
export const STRIPE_SETTINGS = {
  /** The Stripe account that receives payments. Without both keys nothing is sold, and checkout says so. */
  STRIPE_SECRET_KEY: optional(/^(sk|rk)_(test|live)_\w+$/, 'a secret or restricted key of Stripe (sk_… or rk_…)'),
  STRIPE_PUBLISHABLE_KEY: optional(/^pk_(test|live)_\w+$/, 'a publishable key of Stripe (pk_…)'),
  /** Secrets that sign Stripe's events; two, comma separated, during a rotation. */
  STRIPE_WEBHOOK_SECRETS: list.check(
    z.refine((secrets) => secrets.every((secret) => /^whsec_\w+$/.test(secret)), 'must be secrets such as "whsec_…"'),
  ),
  /** How many days before a yearly plan renews its user is told. */
  RENEWAL_NOTICE_DAYS: emptyAsDefault(
    z._default(
      z.pipe(
        z.string().check(z.regex(/^(1[5-9]|[23]\d|4[0-5])$/, 'must be a number of days from 15 to 45')),
        z.transform(Number),
      ),
      30,
    ),
  ),
  /** Whether Stripe Tax finds the tax that prices include; then checkout asks for country and postal code. */
  STRIPE_TAX: emptyAsDefault(z._default(onOrOff, false)),
  STRIPE_API_BASE: emptyAsDefault(z._default(origin, 'https://api.stripe.com')),
  /** The promotion code of a campaign: 23% off the first payment of Pro, for everyone but students. Empty means none. */
  CAMPAIGN_CODE: optional(/^[A-Za-z0-9_-]{1,100}$/, 'a promotion code of Stripe'),
  /** Your own copy of Stripe.js; empty means Stripe's. */
  STRIPE_JS_URL: z._default(
    z.string().check(z.refine((url) => url === '' || URL.canParse(url), 'must be an address')),
    '',
  ),
}

/** The settings that sell. A key must not go where the operator did not send it. */
export const SELLING = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_BASE', 'STRIPE_JS_URL'] as const

/** Live keys may only be used with the real Stripe, and both keys need the same mode. */
export function stripeProblems(settings: Read<typeof STRIPE_SETTINGS>): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_API_BASE, STRIPE_JS_URL } = settings
  const live = [secret, publishable].map((key) => key.split('_')[1] === 'live')
  return [
    ...(Boolean(secret) === Boolean(publishable)
      ? []
      : ['STRIPE_SECRET_KEY: must be set together with STRIPE_PUBLISHABLE_KEY']),
    ...(secret && publishable && live[0] !== live[1]
      ? ['STRIPE_PUBLISHABLE_KEY: must have the same mode as STRIPE_SECRET_KEY']
      : []),
    ...(live[0] && STRIPE_API_BASE !== 'https://api.stripe.com'
      ? ['STRIPE_API_BASE: a live key may only go to Stripe']
      : []),
    ...(live[1] && STRIPE_JS_URL !== ''
      ? ['STRIPE_JS_URL: a live key may only be used with Stripe.js from Stripe']
      : []),
  ]
}
