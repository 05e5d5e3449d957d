import { catalogSql } from '../../../worker/db/services/catalog-sql.ts'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { startedDatabases } from './local-database.ts'

/** Brings the catalog of the running site to one service's new file. `addresses`: where services are, by module name. */
export async function writeLocalCatalog(
  service: ServiceDefinition,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  await using databases = await startedDatabases()
  const { DB } = databases
  await DB.batch(catalogSql(catalogRows([service], addresses)).map((statement) => DB.prepare(statement)))
}
