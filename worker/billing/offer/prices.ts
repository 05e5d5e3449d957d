import { isSold } from '../../contract/tiers.ts'
import type { PriceType } from '../../contract/billing/checkout.ts'
import { INTERVAL_OF } from '../../contract/billing/checkout.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

/** `hadLegacy`: the buyer once had the legacy plan, which is no longer sold to anybody else. */
type Buyer = { student: boolean; hadLegacy: boolean }

/** Lists this buyer's prices now. Students can buy yearly prices only, at a student price if there is one (§2.3). */
export function pricesFor(rows: readonly PriceRow[], { student, hadLegacy }: Buyer): PriceRow[] {
  const sold = rows.filter(({ active, archived, tier }) => active && !archived && (isSold(tier) || hadLegacy))
  const everyones = sold.filter(({ audience }) => audience === 'everyone')
  if (!student) return everyones
  const students = sold.filter(({ audience }) => audience === 'student')
  const has = (row: PriceRow) => students.some(({ plan_id, currency }) => isOf(row, plan_id, currency))
  return [...students, ...everyones.filter((row) => row.open_amount || (row.interval === 'year' && !has(row)))]
}

function isOf(row: PriceRow, plan_id: string, currency: string): boolean {
  return row.plan_id === plan_id && row.currency === currency
}

/** The highest price that a buyer may choose, in cents (§5 Price). */
const HIGHEST = 10_000

/** The row for the price that a request claims; null if the catalog has no such price. */
export function findClaimedPrice(
  rows: readonly PriceRow[],
  price: { price_type: PriceType; price_in_cents: number; currency: string },
): PriceRow | null {
  const { price_type, price_in_cents, currency } = price
  const found = rows.find((row) => row.interval === INTERVAL_OF[price_type] && row.currency === currency)
  if (!found) return null
  const fits = found.open_amount
    ? price_in_cents >= found.amount && price_in_cents <= HIGHEST
    : price_in_cents === found.amount
  return fits ? found : null
}
