import type Stripe from 'stripe'
import type { DbCtx, StripeCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { readPricesAtStripe, markPriceArchived } from '../../db/billing/price-catalog.ts'

/**
 * Notes which of our prices are archived at Stripe, themselves or with their product; those are not offered. Reads all
 * of them, so that the order of events does not matter. Throws what Stripe's client throws.
 */
export async function noteArchivedPrices(ctx: DbCtx & StripeCtx): Promise<void> {
  const stripe = await ctx.stripe()
  const atStripe = await stripe.prices
    .list({ active: true, limit: 100, expand: ['data.product'] })
    .autoPagingToArray({ limit: 1000 })
  const sold = new Set(atStripe.filter(isSoldAtStripe).map(({ id }) => id))
  const known = await readPricesAtStripe(ctx)
  const changed = known.filter(({ stripe_price_id, archived }) => archived === sold.has(stripe_price_id ?? ''))
  for (const { id, stripe_price_id, archived } of changed) {
    await markPriceArchived(ctx, { id, archived: !archived })
    if (archived) log('warn', 'price_sold_again', { stripe_price_id })
    else log('warn', 'price_archived', { stripe_price_id })
  }
}

function isSoldAtStripe({ product }: Stripe.Price): boolean {
  return typeof product === 'object' && !product.deleted && product.active
}
