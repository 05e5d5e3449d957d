import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { authorName } from '../../db/applets/author-name.ts'
import { users } from '../../db/schema/accounts.ts'
import { applets } from '../../db/schema/applets.ts'
import { service_steps, services } from '../../db/schema/connections.ts'
import type { Ctx } from '../../system/context/context.ts'
import { pageOfAuthor } from '../../contract/accounts/former-author.ts'
import { appletPath } from '../../contract/addresses.ts'
import {
  SITEMAP_KINDS,
  SITEMAP_ROWS,
  type Sitemap,
  type SitemapKind,
  type Sitemaps,
} from '../../contract/applets/sitemap.ts'
import { STEP_SEGMENTS } from '../../contract/connections/service.ts'
import type { Db } from '../../system/d1/client.ts'
import { isListed } from './applet-cards.ts'

/** Page n covers the row ids from n times the size on, so that each page is one seek, however far down it is. */
const rowId = (table: SQLiteTable) => sql`${table}.rowid`
/** Not a parameter: D1 binds numbers as fractions, which would divide into fractions. */
const SIZE = sql.raw(String(SITEMAP_ROWS))

/** Which rows are public. A new kind of page goes here and into `entriesOf`. */
const LISTED: Record<SitemapKind, { table: SQLiteTable; where: SQL | undefined }> = {
  services: { table: services, where: eq(services.published, true) },
  steps: {
    table: service_steps,
    where: sql`${service_steps.module_name} in (select s.module_name from ${services} s where s.published)`,
  },
  applets: { table: applets, where: isListed },
}

/** The pages that list anything, in one round trip: from page to page, it seeks the next public row. */
export async function listSitemaps({ db }: Ctx): Promise<Sitemaps> {
  const [servicePages, stepPages, appletPages] = await db.batch([
    pagesQuery(db, 'services'),
    pagesQuery(db, 'steps'),
    pagesQuery(db, 'applets'),
  ])
  const found = { services: servicePages, steps: stepPages, applets: appletPages }
  return { pages: SITEMAP_KINDS.flatMap((kind) => found[kind].map(({ page }) => ({ kind, page }))) }
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

/** The public addresses of one page, at most 5,000. Applets bring their authors' pages. Empty if it lists nothing. */
export async function readSitemap({ db }: Ctx, { kind, page }: Sitemaps['pages'][number]): Promise<Sitemap> {
  return { entries: await entriesOf(db, kind, page * SITEMAP_ROWS) }
}

async function entriesOf(db: Db, kind: SitemapKind, from: number): Promise<Sitemap['entries']> {
  const { table, where: isPublic } = LISTED[kind]
  const row = rowId(table)
  const where = and(isPublic, sql`${row} >= ${from} and ${row} < ${from + SITEMAP_ROWS}`)
  switch (kind) {
    case 'services': {
      const rows = await db.select({ module_name: services.module_name }).from(services).where(where).orderBy(row)
      return rows.map(({ module_name }) => ({ path: `/${module_name}`, changed_at: null }))
    }
    case 'steps': {
      const { module_name, kind: stepKind, slug } = service_steps
      const rows = await db.select({ module_name, kind: stepKind, slug }).from(service_steps).where(where).orderBy(row)
      return rows.map((step) => ({
        path: `/${step.module_name}/${STEP_SEGMENTS[step.kind]}/${encodeURIComponent(step.slug)}`,
        changed_at: null,
      }))
    }
    case 'applets': {
      const { id, friendly_id, name, config_type, updated_at } = applets
      const rows = await db
        .select({ id, friendly_id, name, config_type, updated_at, author: authorName, is_first: IS_AUTHORS_FIRST })
        .from(applets)
        .innerJoin(users, eq(users.id, applets.author_id))
        .where(where)
        .orderBy(id)
      return rows.flatMap(({ author, is_first, ...applet }) => {
        const authors = is_first ? pageOfAuthor(author) : null
        return [
          { path: appletPath(applet), changed_at: applet.updated_at },
          ...(authors === null ? [] : [{ path: authors, changed_at: null }]),
        ]
      })
    }
  }
}

/** Its author has no listed Applet before it, so each author's page is listed once. */
const IS_AUTHORS_FIRST = sql<boolean>`not exists (select 1 from ${applets} earlier
  indexed by applets_author_public where earlier.author_id = ${applets.author_id} and earlier.id < ${applets.id}
    and earlier.published_at is not null and earlier.archived_at is null
    and earlier.unlisted_until is null and earlier.taken_down is null)`.mapWith(Boolean)
