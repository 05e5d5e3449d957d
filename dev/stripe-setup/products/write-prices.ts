import type { Changes } from './changes.ts'
import { quoted, type Database } from '../../deploy/config/database-access.ts'
import { describePrice, productIdOf } from './for-sale.ts'
import type { PriceAtStripe } from './set-up-prices.ts'

/**
 * Brings the table `prices` to the prices at Stripe, in one batch. A row that another price replaces stays, not for sale,
 * so that its subscribers keep tier and price. Rows of other plans, currencies and audiences are left alone.
 */
export async function writePrices(
  database: Database,
  changes: Changes,
  prices: readonly PriceAtStripe[],
): Promise<void> {
  const rows = await database.read(
    'select stripe_price_id, active and not archived as active, plan_id, "interval", currency, audience from prices',
  )
  const offers = prices.filter((price) => !isForSale(rows, price))
  if (offers.length === 0) return
  const texts = offers.map((price) => `prices: ${describePrice(price)}, for sale as ${price.stripe_price_id}`)
  const last = texts.pop() ?? ''
  for (const text of texts) await changes.make(text, async () => {}, undefined)
  await changes.make(last, () => database.write(offers.flatMap(offerSql)), undefined)
}

/** Exactly this price is for sale, and no other of its offer. */
function isForSale(rows: readonly Record<string, unknown>[], price: PriceAtStripe): boolean {
  const { plan, interval, currency, audience } = price
  const offered = rows.filter(
    (row) =>
      Boolean(row['active']) &&
      row['plan_id'] === plan &&
      row['interval'] === interval &&
      row['currency'] === currency &&
      row['audience'] === audience,
  )
  return offered.length === 1 && offered[0]?.['stripe_price_id'] === price.stripe_price_id
}

function offerSql(price: PriceAtStripe): string[] {
  const { plan, interval, audience, amount, currency, stripe_price_id } = price
  const id = quoted(stripe_price_id)
  const offer = [plan, interval, currency, audience].map(quoted)
  return [
    `update prices set active = 0 where active = 1 and (plan_id, "interval", currency, audience) = (${offer.join(', ')})`,
    `insert into prices (id, stripe_price_id, plan_id, tier, product_id, amount, currency, "interval", audience, active, open_amount)
 values (${id}, ${id}, ${quoted(plan)}, ${quoted(plan)}, ${quoted(productIdOf(plan))}, ${amount}, ${quoted(currency)}, ${quoted(interval)}, ${quoted(audience)}, 1, 0)
 on conflict do update set active = 1, archived = 0`,
  ]
}
