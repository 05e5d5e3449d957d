import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { SITEMAP_ROWS, type SitemapKind } from '../../../contract/applets/sitemap.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import type { Db } from '../../../system/d1/client.ts'
import { runNamed } from '../../d1-batch.ts'
import { users } from '../../schema/accounts.ts'
import { applets } from '../../schema/applets.ts'
import { service_steps, services } from '../../schema/connections.ts'
import { isListed } from './applet-cards.ts'
import { authorName } from '../applet-names.ts'

/** Page n covers the row ids from n times the size on, so that each page is one seek, however far down it is. */
const rowId = (table: SQLiteTable) => sql`${table}.rowid`
/** Not a parameter: D1 binds numbers as fractions, which would divide into fractions. */
const SIZE = sql.raw(String(SITEMAP_ROWS))

/** Which rows are public. */
const LISTED: Record<SitemapKind, { table: SQLiteTable; where: SQL | undefined }> = {
  services: { table: services, where: eq(services.published, true) },
  steps: {
    table: service_steps,
    where: sql`${service_steps.module_name} in (select s.module_name from ${services} s where s.published)`,
  },
  applets: { table: applets, where: isListed },
}

/** The pages that list anything, in one round trip: from page to page, it seeks the next public row. */
export function readSitemapPages({ db }: DbCtx): Promise<Record<SitemapKind, { page: number }[]>> {
  return runNamed(db, {
    services: pagesQuery(db, 'services'),
    steps: pagesQuery(db, 'steps'),
    applets: pagesQuery(db, 'applets'),
  })
}

function pagesQuery(db: Db, kind: SitemapKind) {
  const { table, where } = LISTED[kind]
  const id = rowId(table)
  const pageOfFirst = (from: SQL) =>
    sql`(select ${id} / ${SIZE} from ${table} where ${and(where, sql`${id} >= ${from}`)} order by ${id} limit 1)`
  return db.select({ page: sql<number>`page`.as('page') }).from(sql`(with recursive pages(page) as (
      select ${pageOfFirst(sql`0`)}
      union all select ${pageOfFirst(sql`(pages.page + 1) * ${SIZE}`)} from pages where page is not null
    ) select page from pages where page is not null) as listed`)
}

/** The public rows of one page. */
function isOnPage(kind: SitemapKind, page: number): SQL | undefined {
  const { table, where } = LISTED[kind]
  const from = page * SITEMAP_ROWS
  return and(where, sql`${rowId(table)} >= ${from} and ${rowId(table)} < ${from + SITEMAP_ROWS}`)
}

export async function readListedServices({ db }: DbCtx, page: number) {
  return db
    .select({ module_name: services.module_name })
    .from(services)
    .where(isOnPage('services', page))
    .orderBy(rowId(services))
}

export async function readListedSteps({ db }: DbCtx, page: number) {
  const { module_name, kind, slug } = service_steps
  return db
    .select({ module_name, kind, slug })
    .from(service_steps)
    .where(isOnPage('steps', page))
    .orderBy(rowId(service_steps))
}

/** `is_first`: its author has no listed Applet before it, so each author's page is listed once. */
export async function readListedApplets({ db }: DbCtx, page: number) {
  const { id, friendly_id, name, config_type, updated_at } = applets
  return db
    .select({ id, friendly_id, name, config_type, updated_at, author: authorName, is_first: IS_AUTHORS_FIRST })
    .from(applets)
    .innerJoin(users, eq(users.id, applets.author_id))
    .where(isOnPage('applets', page))
    .orderBy(id)
}

const IS_AUTHORS_FIRST = sql<boolean>`not exists (select 1 from ${applets} earlier
  indexed by applets_author_public where earlier.author_id = ${applets.author_id} and earlier.id < ${applets.id}
    and earlier.published_at is not null and earlier.archived_at is null
    and earlier.unlisted_until is null and earlier.taken_down is null)`.mapWith(Boolean)
