import { Stripe } from 'stripe'
import { emulatorFixture } from './emulator.fixture.ts'

/** A test key of your own account; with it, the contract runs against real Stripe too. */
export const REAL_KEY = process.env.STRIPE_TEST_SECRET_KEY

export const SHOWN = ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent']

export type ContractShop = Awaited<ReturnType<typeof openShop>>

export function emulatorShop(): Promise<ContractShop> {
  return openShop(emulatorFixture().stripe)
}

export function realShop(): Promise<ContractShop> {
  if (!REAL_KEY || !/^[sr]k_test_/.test(REAL_KEY)) throw new Error('STRIPE_TEST_SECRET_KEY must be a test key.')
  return openShop(new Stripe(REAL_KEY, { telemetry: false }))
}

/** A product with two prices, a promotion code, and a customer on a test clock. */
async function openShop(stripe: Stripe) {
  const { id: product } = await stripe.products.create({ name: 'Contract', metadata: { tier: 'intermediate_pro' } })
  const priceOf = (unit_amount: number) =>
    stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval: 'month' } })
  const price = (await priceOf(349)).id
  const dearer = (await priceOf(999)).id
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'once' })
  const code = `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const promotion = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })
  const { id: customer } = await stripe.customers.create({ name: 'Ada', test_clock: clock.id })
  let now = clock.frozen_time

  const attach = (card: string) => stripe.paymentMethods.attach(`pm_card_${card}`, { customer })

  /** Subscribes the way our Worker does. */
  async function create(card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
    const method = (await attach(card)).id
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    return stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: method,
      payment_behavior: 'allow_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      expand: SHOWN,
      ...more,
    })
  }

  async function subscribe(card: string) {
    const subscription = await create(card)
    const intent = await stripe.paymentIntents.retrieve(intentOf(subscription))
    return { subscription, intent, item: subscription.items.data[0]?.id ?? '' }
  }

  /** Advances the test clock, which takes a while at Stripe. Returns the new time. */
  async function advance(seconds: number): Promise<number> {
    now += seconds
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now })
    for (let tries = 0; tries < 100; tries++) {
      const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id)
      if (status === 'ready') return now
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    throw new Error('The test clock is not ready.')
  }

  return {
    stripe,
    customer,
    price,
    dearer,
    promotion,
    attach,
    create,
    subscribe,
    advance,
    /** Deleting the clock deletes its customers and their subscriptions. */
    close: async () => void (await stripe.testHelpers.testClocks.del(clock.id)),
  }
}

function intentOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  const payment =
    typeof invoice === 'object' ? invoice?.payments?.data.find(({ is_default }) => is_default)?.payment : null
  const intent = payment?.payment_intent
  if (typeof intent !== 'string') throw new Error('The subscription has no payment.')
  return intent
}
