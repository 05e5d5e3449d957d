import { getTableColumns } from 'drizzle-orm'
import { actorQuery } from '../../db/users/actor-query.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Checkout } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { activePricesQuery, campaignFor, offersFor, toCheckoutViewer } from './checkout-props.ts'
import { prices } from '../../db/schema/billing.ts'
import { decoded, runBatch } from '../../db/d1-batch.ts'

/**
 * GET /api/checkout: what checkout needs to start (§3 Checkout modal props), in one round trip. Throws
 * `billing_unavailable` if Stripe is not set up, and `not_signed_in`.
 */
export async function getCheckout(ctx: Ctx): Promise<Checkout> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [[rows, catalogue], running] = await Promise.all([
    runBatch(db, [
      actorQuery(db, sessionHash, ctx.realNow()),
      decoded(activePricesQuery(ctx), getTableColumns(prices)),
    ]),
    runningCampaign(ctx),
  ])
  const { actor, props } = toCheckoutViewer(ctx, rows, now)
  return { ...props, ...campaignFor(actor, running), ...offersFor(actor, catalogue) }
}
