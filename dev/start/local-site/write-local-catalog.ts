import type { D1Database } from '@cloudflare/workers-types'
import { catalogSql } from '../../../worker/db/services/catalog-sql.ts'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { startedDatabase } from './local-database.ts'

/** Brings the catalog of the running site to one service's new file. `addresses`: where services are, by module name. */
export async function writeLocalCatalog(
  service: ServiceDefinition,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  const miniflare = startedDatabase()
  try {
    const { DB } = await miniflare.getBindings<{ DB: D1Database }>()
    await DB.batch(catalogSql(catalogRows([service], addresses)).map((statement) => DB.prepare(statement)))
  } finally {
    await miniflare.dispose()
  }
}
