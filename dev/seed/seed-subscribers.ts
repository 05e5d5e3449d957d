import { Stripe } from 'stripe'
import { createEmulator, type Emulator } from '../../packages/stripe-stand-in/index.ts'
import { demoIds, demoPeriod } from './billing/demo-period.ts'
import { demoPeople, demoSubscriptions } from './demo-people.ts'
import { demoPrices } from './billing/demo-prices.ts'

type DemoSubscription = (typeof demoSubscriptions)[number]

/** Subscribes everyone who pays by card in D1 at the Stripe stand-in too, under the same ids. Existing ones stay. */
export async function seedSubscribers({ state, store }: Emulator, now: number): Promise<void> {
  for (const given of demoSubscriptions) {
    const ids = demoIds(given.user)
    if (given.payment_type !== 'stripe' || store.get('subscription', ids.subscription)) continue
    const { start } = demoPeriod(given.payment_interval, now)
    const made = await subscribe(state, given, start)
    rename(state, made.customer, ids.customer)
    rename(state, made.subscription, ids.subscription)
  }
}

/** Subscribes the way a browser and our Worker would have at that time. */
async function subscribe(state: Emulator['state'], given: DemoSubscription, at: number) {
  const then = createEmulator({ state, now: () => at * 1000 })
  const stripe = new Stripe('sk_test_seed', {
    httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
      then.fetch(new Request(url, init)),
    ),
    telemetry: false,
  })
  const metadata = { user_id: given.user }
  const { id: customer } = await stripe.customers.create({
    email: demoPeople.find(({ id }) => id === given.user)?.email ?? '',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
    metadata,
  })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [itemOf(given)],
    metadata: { ...metadata, tier: given.tier },
    payment_settings: { save_default_payment_method: 'on_subscription' },
  })
  return { customer, subscription: subscription.id }
}

/** The catalog price, or the amount that the buyer chose. */
function itemOf({ tier, payment_interval: interval, price_in_cents }: DemoSubscription) {
  const plan = demoPrices.find(
    (each) => each.tier === tier && each.interval === interval && each.amount === price_in_cents,
  )
  if (plan?.stripe_price_id) return { price: plan.stripe_price_id }
  const recurring = { interval }
  return { price_data: { currency: 'usd', product: `prod_${tier}`, recurring, unit_amount: price_in_cents } }
}

/** Replaces an id that Stripe chose with a demo id. The state is JSON and ids are unique, so replacing text is safe. */
function rename(state: Emulator['state'], from: string, to: string): void {
  Object.assign(state, JSON.parse(JSON.stringify(state).replaceAll(from, to)))
}
