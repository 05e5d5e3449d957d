import { actorQuery } from '../../db/users/actor-query.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Checkout } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { campaignFor, offersFor, toCheckoutViewer } from './checkout-props.ts'
import { runNamed } from '../../db/d1-batch.ts'
import { pricesOnSaleQuery } from '../../db/billing/price-catalog.ts'

/**
 * GET /api/checkout: what checkout needs to start (§3 Checkout modal props), in one round trip. Throws
 * `billing_unavailable` if Stripe is not set up, and `not_signed_in`.
 */
export async function getCheckout(ctx: Ctx): Promise<Checkout> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [read, running] = await Promise.all([
    runNamed(db, { viewer: actorQuery(db, sessionHash, ctx.realNow()), sold: pricesOnSaleQuery(db) }),
    runningCampaign(ctx),
  ])
  const { actor, props } = toCheckoutViewer(ctx, read.viewer, now)
  return { ...props, ...campaignFor(actor, running), ...offersFor(actor, read.sold) }
}
