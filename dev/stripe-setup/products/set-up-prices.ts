import type { Stripe } from 'stripe'
import type { Changes } from './changes.ts'
import { describePrice, lookupKey, productIdOf, type PriceForSale } from './for-sale.ts'

export type PriceAtStripe = PriceForSale & { stripe_price_id: string }

/**
 * Makes or finds each price by its lookup key. A price cannot be changed at Stripe: another amount is a new price, which
 * takes the key over, and the old one keeps its subscribers.
 */
export async function setUpPrices(
  stripe: Stripe,
  changes: Changes,
  wanted: readonly PriceForSale[],
): Promise<PriceAtStripe[]> {
  const keys = wanted.map(lookupKey)
  const found = await stripe.prices.list({ lookup_keys: keys, limit: 100 }).autoPagingToArray({ limit: 100 })
  const made: PriceAtStripe[] = []
  for (const price of wanted) {
    const known = found.find(({ lookup_key }) => lookup_key === lookupKey(price))
    made.push({ ...price, stripe_price_id: await setUpPrice(stripe, changes, price, known) })
  }
  return made
}

async function setUpPrice(
  stripe: Stripe,
  changes: Changes,
  price: PriceForSale,
  known: Stripe.Price | undefined,
): Promise<string> {
  const text = `price ${lookupKey(price)}`
  if (!known || !isSame(known, price)) {
    const change = known ? `a new one for ${describePrice(price)}; ${known.id} keeps its subscribers` : 'made'
    const wish = createParams(price)
    return changes.make(`${text}: ${change}`, async () => (await stripe.prices.create(wish)).id, text)
  }
  if (!known.active)
    await changes.make(`${text}: active again`, () => stripe.prices.update(known.id, { active: true }), null)
  if (known.tax_behavior === 'unspecified') {
    const inclusive = () => stripe.prices.update(known.id, { tax_behavior: 'inclusive' })
    await changes.make(`${text}: includes taxes`, inclusive, null)
  }
  return known.id
}

/** The sum that is shown is the sum that is charged, so prices include taxes. */
function createParams(price: PriceForSale): Stripe.PriceCreateParams {
  const { plan, interval, audience, amount, currency } = price
  return {
    product: productIdOf(plan),
    currency,
    unit_amount: amount,
    recurring: { interval },
    tax_behavior: 'inclusive',
    lookup_key: lookupKey(price),
    transfer_lookup_key: true,
    metadata: { tier: plan, plan_id: plan, audience },
  }
}

function isSame(known: Stripe.Price, { plan, interval, amount, currency }: PriceForSale): boolean {
  const product = typeof known.product === 'string' ? known.product : known.product.id
  return (
    known.unit_amount === amount &&
    known.currency === currency &&
    known.recurring?.interval === interval &&
    known.recurring.interval_count === 1 &&
    known.tax_behavior !== 'exclusive' &&
    product === productIdOf(plan)
  )
}
