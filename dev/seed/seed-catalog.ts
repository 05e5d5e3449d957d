import { sql } from 'drizzle-orm'
import type { Db } from '../../worker/db/client.ts'
import { prices as plansTable } from '../../worker/db/schema/billing.ts'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { catalogSql } from '../../worker/services/catalog/catalog-sql.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { serviceAddresses } from '../services/oauth/service-addresses.ts'
import type { ServiceEndpoints } from '../services/oauth/service-endpoints.ts'
import { demoPrices } from './demo-prices.ts'
import { inBatches } from './write-in-batches.ts'

/** Seeds the catalog from the services' files, as a deployment does, and the plans that an operator would enter. */
export async function seedCatalog(db: Db, endpoints: ServiceEndpoints[]): Promise<void> {
  const rows = catalogRows(serviceDefinitions, serviceAddresses(endpoints))
  await inBatches(db, [
    ...catalogSql(rows).map((statement) => db.run(sql.raw(statement))),
    ...demoPrices.map((plan) =>
      db.insert(plansTable).values(plan).onConflictDoUpdate({ target: plansTable.id, set: plan }),
    ),
  ])
}
