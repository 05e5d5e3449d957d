import { sql } from 'drizzle-orm'
import { prices } from '../schema/billing.ts'

type PriceRow = typeof prices.$inferSelect
/** `archived`: 1 for a price that is archived at Stripe. */
export type OfferedPrice = Pick<PriceRow, 'tier' | 'interval' | 'audience'> & { archived: 0 | 1 }

/** The prices of today's catalog, as JSON, so that a query of something else reads them along. */
export const OFFERED_PRICES = sql<OfferedPrice[]>`(select json_group_array(json_object('tier', ${prices.tier},
  'interval', ${prices.interval}, 'audience', ${prices.audience}, 'archived', ${prices.archived}))
  from ${prices} where ${prices.active})`
