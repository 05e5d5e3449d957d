import { toService } from '../../connections/accounts/published-services.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Explore } from '../../contract/applets/browse.ts'
import { onBrand } from '../../contract/shared/brand-color.ts'
import { readFoundRows } from '../../db/applets/lists/public-pages.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { findInIndex } from '../../db/search/find-in-index.ts'
import { matchOf } from '../../db/search/search-words.ts'
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
  const found = await findInIndex(ctx, match, LIMITS)
  recordMetric(ctx, 'searched', { found: Object.values(found).some((each) => each.length > 0) ? 'some' : 'none' })
  // The index may lag behind, so D1 has the last word on what is public.
  const rows = await readFoundRows(ctx, found)
  const byRank = <Row>(keys: readonly unknown[], keyOf: (row: Row) => unknown) => {
    return (a: Row, b: Row) => keys.indexOf(keyOf(a)) - keys.indexOf(keyOf(b))
  }
  return {
    services: rows.services.toSorted(byRank(found.services, (row) => row.module_name)).map(toService),
    steps: rows.steps
      .toSorted(byRank(found.steps, (row) => row.id))
      .map(({ service_name, brand_color, monochrome_image_url, ...step }) => ({
        ...toStep(step),
        service: { name: service_name, brand: onBrand(brand_color), monochrome_image_url },
      })),
    applets: rows.applets.toSorted(byRank(found.applets, (row) => row.id)),
  }
}
