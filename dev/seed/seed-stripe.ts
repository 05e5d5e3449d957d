import type { RunningStripe } from '../stand-ins/stripe/start-stripe.ts'
import type { Emulator } from '../../packages/stripe-stand-in/index.ts'
import { DAY } from '../../worker/contract/shared/durations.ts'
import { PLANS } from '../../worker/contract/tiers.ts'
import { demoPrices } from './billing/demo-prices.ts'
import { seedSubscribers } from './seed-subscribers.ts'

/** The promotion code of the demo's campaign (`/plans?reason=holiday`). */
export const DEMO_CAMPAIGN = 'HOLIDAY'

type Options = {
  /** The origin of the pages; webhooks go to its Worker. */
  siteOrigin: string
  /** ms. */
  now: number
}

/**
 * Seeds the Stripe stand-in with D1's plans and subscribers, the demo promotion codes, and the webhook to our Worker.
 * Existing ones stay.
 */
export async function seedStripe({ emulator, vars }: RunningStripe, { siteOrigin, now }: Options): Promise<void> {
  seedCatalog(emulator)
  seedCodes(emulator, now)
  await seedSubscribers(emulator, now)
  seedEndpoint(emulator, `${siteOrigin}/webhooks/stripe`, vars.STRIPE_WEBHOOK_SECRETS)
  emulator.control.save()
}

/** Keeps a single endpoint of ours, because nothing listens at the pages' old address. */
function seedEndpoint({ store, add }: Emulator, url: string, secret: string): void {
  const metadata = { made_by: 'seed' }
  const ours = store.all('webhook_endpoint', (each) => each.metadata['made_by'] === metadata.made_by)
  for (const each of ours) if (each.url !== url) store.remove('webhook_endpoint', each.id)
  if (!ours.some((each) => each.url === url)) add.endpoint({ url, enabled_events: ['*'], metadata }, secret)
}

function seedCatalog({ store, add }: Emulator): void {
  for (const { tier, product_id, stripe_price_id, plan_id, amount, currency, interval, audience } of demoPrices) {
    const metadata = { tier, plan_id }
    if (!store.get('product', product_id)) add.product({ id: product_id, name: PLANS[tier].name, metadata })
    // When buyers choose the amount, each gets their own price at purchase.
    if (!stripe_price_id || store.get('price', stripe_price_id)) continue
    add.price({
      id: stripe_price_id,
      product: product_id,
      amount,
      currency,
      recurring: { interval },
      tax_behavior: 'inclusive',
      lookup_key: stripe_price_id.replace('price_', ''),
      metadata: { ...metadata, audience },
    })
  }
}

function seedCodes({ store, add }: Emulator, now: number): void {
  code('WELCOME20', { percent_off: 20, duration: 'once' })
  code('FOREVER10', { percent_off: 10, duration: 'forever' })
  code('EXPIRED', { percent_off: 50, duration: 'once', redeem_by: Math.floor((now - DAY) / 1000) })
  code(DEMO_CAMPAIGN, { percent_off: 23, duration: 'once', applies_to: { products: ['prod_intermediate_pro'] } })
  code('PLUSONLY', { percent_off: 15, duration: 'once', applies_to: { products: ['prod_pro'] } })

  function code(name: string, coupon: Parameters<typeof add.coupon>[0]): void {
    const id = name.toLowerCase()
    if (store.get('coupon', id)) return
    add.coupon({ ...coupon, id, name })
    add.promotionCode({ code: name, promotion: { type: 'coupon', coupon: id } })
  }
}
