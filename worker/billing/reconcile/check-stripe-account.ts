import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import type { Repairs } from './repairs.ts'

/** §9: the wallet's country. Stripe.js takes it from the account and lets no page say it. */
const WALLET_COUNTRY = 'US'

/** Tells the operator where the account is of another country: only they can mend it. */
export async function checkStripeAccount(ctx: Ctx): Promise<Repairs> {
  const stripe = await ctx.stripe()
  const { country } = await stripe.accounts.retrieveCurrent()
  if (country !== WALLET_COUNTRY) log('error', 'stripe_account_country', { country, needed: WALLET_COUNTRY })
  return { looked: 1, repaired: 0 }
}
