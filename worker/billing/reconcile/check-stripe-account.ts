import type { StripeCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import type { Repairs } from './repairs.ts'

/** The wallet's country (§9). Stripe.js takes it from the account; a page cannot set it. */
const WALLET_COUNTRY = 'US'

/** Logs an error for the operator if the account is in another country. */
export async function checkStripeAccount(ctx: StripeCtx): Promise<Repairs> {
  const stripe = await ctx.stripe()
  const { country } = await stripe.accounts.retrieveCurrent()
  if (country !== WALLET_COUNTRY) log('error', 'stripe_account_country', { country, needed: WALLET_COUNTRY })
  return { looked: 1, repaired: 0, more: false }
}
