import { eq, isNotNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { DbCtx, StripeCtx } from '../../system/context/context.ts'
import { prices } from '../../db/schema/billing.ts'
import { log } from '../../system/log/log.ts'

/**
 * Notes which of our prices are archived at Stripe, themselves or with their product; those are not offered. Reads all
 * of them, so that the order of events does not matter. Throws what Stripe's client throws.
 */
export async function noteArchivedPrices(ctx: DbCtx & StripeCtx): Promise<void> {
  const { db } = ctx
  const stripe = await ctx.stripe()
  const atStripe = await stripe.prices
    .list({ active: true, limit: 100, expand: ['data.product'] })
    .autoPagingToArray({ limit: 1000 })
  const sold = new Set(atStripe.filter(isSoldAtStripe).map(({ id }) => id))
  const rows = await db.select().from(prices).where(isNotNull(prices.stripe_price_id))
  const changed = rows.filter(({ stripe_price_id, archived }) => archived === sold.has(stripe_price_id ?? ''))
  for (const { id, stripe_price_id, archived } of changed) {
    await db.update(prices).set({ archived: !archived }).where(eq(prices.id, id))
    if (archived) log('warn', 'price_sold_again', { stripe_price_id })
    else log('warn', 'price_archived', { stripe_price_id })
  }
}

function isSoldAtStripe({ product }: Stripe.Price): boolean {
  return typeof product === 'object' && !product.deleted && product.active
}
