import type { Ctx } from '../../system/context/context.ts'
import type { Checkout } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { campaignFor, offersFor, toCheckoutViewer } from './checkout-props.ts'
import { readCheckout } from '../../db/billing/price-catalog.ts'

/**
 * GET /api/checkout: what checkout needs to start (§3 Checkout modal props), in one round trip. Throws
 * `billing_unavailable` if Stripe is not set up, and `not_signed_in`.
 */
export async function getCheckout(ctx: Ctx): Promise<Checkout> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [{ actor: rows, sold }, running] = await Promise.all([
    readCheckout(ctx, sessionHash, ctx.realNow()),
    runningCampaign(ctx),
  ])
  const { actor, props } = toCheckoutViewer(ctx, rows, now)
  return { ...props, ...campaignFor(actor, running), ...offersFor(actor, sold) }
}
