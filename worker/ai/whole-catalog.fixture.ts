import { sql } from 'drizzle-orm'
import type { Db } from '../system/d1/client.ts'
import { catalogRows } from '../services/catalog/catalog-rows.ts'
import { catalogSql } from '../db/services/catalog-sql.ts'
import { serviceDefinitions } from '../services/service-registry.ts'

/** Writes the catalog of all services, as a deployment does. */
export async function fillCatalog(db: Db): Promise<void> {
  for (const statement of catalogSql(catalogRows(serviceDefinitions(), {}))) await db.run(sql.raw(statement))
}
