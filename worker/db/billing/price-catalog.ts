import { and, eq, getTableColumns, inArray, isNotNull } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { isOnSale, prices } from '../schema/billing.ts'
import { actorQuery } from '../sessions/actor-query.ts'

/** Amounts in cents. */
export type PriceRow = typeof prices.$inferSelect

type OnSale = Partial<Pick<PriceRow, 'plan_id' | 'product_id' | 'currency' | 'audience'>>

/** The prices that are sold now, of those that are as given. */
function onSale(db: Db, given: OnSale = {}) {
  const { plan_id, product_id, currency, audience } = given
  return db
    .select()
    .from(prices)
    .where(
      and(
        isOnSale(prices),
        plan_id === undefined ? undefined : eq(prices.plan_id, plan_id),
        product_id === undefined ? undefined : eq(prices.product_id, product_id),
        currency === undefined ? undefined : eq(prices.currency, currency),
        audience === undefined ? undefined : eq(prices.audience, audience),
      ),
    )
}

export async function readPricesOnSale({ db }: DbCtx, given?: OnSale): Promise<PriceRow[]> {
  return onSale(db, given)
}

/** A session's user, and the prices that are sold now: one round trip. `now` in ms. */
export function readCheckout({ db }: DbCtx, sessionHash: string, now: number) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    sold: decoded(onSale(db), getTableColumns(prices)),
  })
}

/** The prices of these plans, also those that are not sold now. */
export async function readPricesOfPlans({ db }: DbCtx, plan_ids: readonly string[]): Promise<PriceRow[]> {
  return db
    .select()
    .from(prices)
    .where(inArray(prices.plan_id, [...plan_ids]))
}

/** All prices, also those of before, always in the same order. */
export async function readCatalogue({ db }: DbCtx): Promise<PriceRow[]> {
  return db.select().from(prices).orderBy(prices.id)
}

/** The price that Stripe knows by this id; null if it is not one of ours. */
export async function readPriceAtStripe({ db }: DbCtx, stripe_price_id: string): Promise<PriceRow | null> {
  const [price] = await db.select().from(prices).where(eq(prices.stripe_price_id, stripe_price_id))
  return price ?? null
}

/** The prices that Stripe knows. */
export async function readPricesAtStripe({ db }: DbCtx): Promise<PriceRow[]> {
  return db.select().from(prices).where(isNotNull(prices.stripe_price_id))
}

export async function markPriceArchived(
  { db }: DbCtx,
  { id, archived }: Pick<PriceRow, 'id' | 'archived'>,
): Promise<void> {
  await db.update(prices).set({ archived }).where(eq(prices.id, id))
}
