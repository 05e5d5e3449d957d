import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../worker/system/d1/client.ts'
import { prices as plansTable } from '../../worker/db/schema/billing.ts'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { wholeCatalogSql } from '../../worker/db/services/catalog-sql.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { demoPrices } from './billing/demo-prices.ts'
import { inBatches } from './write-in-batches.ts'

/**
 * Seeds the catalog from the services' files, as a deployment does, and the plans that an operator would enter.
 * `addresses`: where services are on this machine, by module name.
 */
export async function seedCatalog(db: Db, addresses: Record<string, string>): Promise<void> {
  const rows = catalogRows(serviceDefinitions(), addresses)
  const forSale = await demoOrOwn(db)
  await inBatches(db, [
    ...wholeCatalogSql(rows).map((statement) => db.run(sql.raw(statement))),
    ...forSale.map((plan) =>
      db.insert(plansTable).values(plan).onConflictDoUpdate({ target: plansTable.id, set: plan }),
    ),
  ])
}

/** The demo's prices are not for sale where a developer's own Stripe account sells the same plan. */
async function demoOrOwn(db: Db): Promise<typeof demoPrices> {
  const demoIds = demoPrices.map(({ id }) => id)
  const own = await db
    .select()
    .from(plansTable)
    .where(and(eq(plansTable.active, true), notInArray(plansTable.id, demoIds)))
  const isSold = (plan: (typeof demoPrices)[number]) =>
    own.some(
      ({ plan_id, interval, currency, audience }) =>
        plan_id === plan.plan_id &&
        interval === plan.interval &&
        currency === plan.currency &&
        audience === plan.audience,
    )
  return demoPrices.map((plan) => ({ ...plan, active: !isSold(plan) }))
}
