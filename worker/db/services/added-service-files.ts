import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { AddedService } from '../../contract/services/service-file.ts'
import type { ActorUser, Ctx, DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import type { ServiceFile } from '../../system/runner-api/program.ts'
import { runNamed } from '../d1-batch.ts'
import { changeRow } from '../operator-rows.ts'
import { services } from '../schema/connections.ts'
import { operator_log } from '../schema/operator.ts'
import { service_files } from '../schema/service-files.ts'
import { catalogSql, type CatalogRows } from './catalog-sql.ts'

type ServiceFileRow = typeof service_files.$inferSelect

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

/** The service whose key has one of these hashes; null for a key that nobody has. */
export async function readServiceOfKey({ db }: DbCtx, key_hashes: string[]): Promise<string | null> {
  const { module_name, service_key_hash } = service_files
  const [found] = await db
    .select({ module_name })
    .from(service_files)
    .where(inArray(service_key_hash, key_hashes))
    .limit(1)
  return found?.module_name ?? null
}

export async function readAddedServices({ db }: DbCtx): Promise<AddedService[]> {
  const { module_name, version, updated_at } = service_files
  return db
    .select({ module_name, name: services.name, version, updated_at })
    .from(service_files)
    .innerJoin(services, eq(services.module_name, module_name))
    .orderBy(asc(module_name))
}

/** `service_key`, and its hash: none keeps what is there. */
type Saved = Pick<ServiceFileRow, 'module_name' | 'file' | 'updated_at'> &
  Partial<Pick<ServiceFileRow, 'service_key' | 'service_key_hash'>>

/** Saves a service's file with its rows of the catalog, and logs the operator's change. Returns the file's version. */
export async function upsertServiceFile(
  ctx: Ctx,
  operator: ActorUser,
  { module_name, ...changed }: Saved,
  catalog: CatalogRows,
): Promise<number> {
  const { db } = ctx
  const before = db
    .select({ file: service_files.file })
    .from(service_files)
    .where(eq(service_files.module_name, module_name))
  const change = { action: 'save_service', subject: module_name, before: {}, after: {}, outcome: 'done' } as const
  const row = { ...changeRow(ctx, operator, change), before: sql`coalesce((${before}), 'null')`, after: changed.file }
  const { saved } = await runNamed(db, {
    logged: db.insert(operator_log).values(row),
    saved: db
      .insert(service_files)
      .values({ module_name, ...changed })
      .onConflictDoUpdate({
        target: service_files.module_name,
        set: { ...changed, version: sql`${service_files.version} + 1` },
      })
      .returning({ version: service_files.version }),
    catalog: catalogSql(catalog).map((text) => ({ toSQL: () => ({ sql: text, params: [] }) })),
  })
  return saved[0]?.version ?? 1
}
