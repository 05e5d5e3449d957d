import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { toService } from '../../connections/accounts/find-service.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Explore } from '../../contract/applets/browse.ts'
import { onBrand } from '../../contract/shared/brand-color.ts'
import { decoded, prepared, runBatch, type Given, type GivenAll } from '../../db/d1-batch.ts'
import { applets } from '../../db/schema/applets.ts'
import { service_steps, services } from '../../db/schema/connections.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { findInIndex } from '../../db/search/find-in-index.ts'
import { matchOf } from '../../db/search/search-words.ts'
import { cardQueries, isListed, toCards } from './applet-cards.ts'
import { readPopular, toStep } from './browse.ts'

const LIMITS = { services: 24, steps: 12, applets: 48 }

/**
 * Finds published Applets, services and their steps that have all words, or words beginning with them, in their name,
 * description or steps, best first. Without a search, the popular ones. Throws `search_unavailable` while there is no
 * search index.
 */
export async function searchApplets(ctx: Ctx, q: string): Promise<Explore> {
  if (q.trim() === '') return { ...(await readPopular(ctx, LIMITS)), steps: [] }
  const match = matchOf(q)
  if (match === null) return { services: [], steps: [], applets: [] }
  const { db } = ctx
  const found = await findInIndex(ctx, match, LIMITS)
  recordMetric(ctx, 'searched', { found: Object.values(found).some((each) => each.length > 0) ? 'some' : 'none' })
  // The index may lag behind, so D1 has the last word on what is public.
  const asked = {
    modules: JSON.stringify(found.services),
    steps: JSON.stringify(found.steps),
    ids: JSON.stringify(found.applets),
  }
  const [serviceRows, stepRows, rows, cards] = await runBatch(db, foundQueries(db, asked))
  const byRank = <Row>(keys: readonly unknown[], keyOf: (row: Row) => unknown) => {
    return (a: Row, b: Row) => keys.indexOf(keyOf(a)) - keys.indexOf(keyOf(b))
  }
  return {
    services: serviceRows.toSorted(byRank(found.services, (row) => row.module_name)).map(toService),
    steps: stepRows
      .toSorted(byRank(found.steps, (row) => row.id))
      .map(({ service_name, brand_color, monochrome_image_url, ...step }) => ({
        ...toStep(step),
        service: { name: service_name, brand: onBrand(brand_color), monochrome_image_url },
      })),
    applets: toCards(rows.toSorted(byRank(found.applets, (row) => row.id)), cards),
  }
}

const foundQueries = prepared(
  (db, { modules, steps, ids }: GivenAll<{ modules: string; steps: string; ids: string }>) => {
    const isAmong = (column: SQLiteColumn, keys: Given<string>) =>
      sql`${column} in (select value from json_each(${keys}))`
    return [
      decoded(
        db
          .select()
          .from(services)
          .where(and(eq(services.published, true), isAmong(services.module_name, modules))),
        getTableColumns(services),
      ),
      db
        .select({
          ...getTableColumns(service_steps),
          service_name: sql<string>`${services.name}`.as('service_name'),
          brand_color: services.brand_color,
          monochrome_image_url: services.monochrome_image_url,
        })
        .from(service_steps)
        .innerJoin(services, eq(services.module_name, service_steps.module_name))
        .where(and(eq(services.published, true), isAmong(service_steps.id, steps))),
      ...cardQueries(db, { where: and(isListed, isAmong(applets.id, ids)), limit: LIMITS.applets }),
    ] as const
  },
)
