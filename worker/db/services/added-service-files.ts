import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../system/d1/client.ts'
import type { ServiceFile } from '../../system/runner-api/program.ts'
import { service_files } from '../schema/service-files.ts'

/** The files of those of these services that an operator has added, for one read. */
export async function readServiceFiles(db: Db, module_names: readonly string[]): Promise<ServiceFile[]> {
  const { module_name, version, file } = service_files
  // As one parameter: D1 takes 100, and a page may ask for more services.
  const isWanted = sql`${module_name} in (select value from json_each(${JSON.stringify(module_names)}))`
  return db.select({ module_name, version, file }).from(service_files).where(isWanted)
}

/** The operator's sealed key at a service of IFTTT's protocol; null without one. */
export async function readSealedServiceKey(db: Db, module_name: string): Promise<string | null> {
  const [row] = await db
    .select({ service_key: service_files.service_key })
    .from(service_files)
    .where(eq(service_files.module_name, module_name))
  return row?.service_key ?? null
}
