import { Stripe } from 'stripe'
import { emulatorFixture } from '../testing/emulator.fixture.ts'
import { invoiceOf } from '../testing/subscriber.fixture.ts'

/** A test key of your own account; with it, the contract runs against real Stripe too. */
export const REAL_KEY = process.env.STRIPE_TEST_SECRET_KEY

export const SHOWN = ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent']

export type ContractShop = Awaited<ReturnType<typeof openShop>>

/** A fact that our Worker relies on. */
export type Fact = {
  name: string
  /** Why the stand-in may be wrong: what Stripe does not document. */
  assumes?: string
  /** Throws if the fact differs. */
  work(shop: ContractShop): Promise<void>
}

export function emulatorShop(): Promise<ContractShop> {
  return openShop(emulatorFixture().stripe)
}

export function realShop(): Promise<ContractShop> {
  if (!REAL_KEY || !/^[sr]k_test_/.test(REAL_KEY)) throw new Error('STRIPE_TEST_SECRET_KEY must be a test key.')
  return openShop(new Stripe(REAL_KEY, { telemetry: false }))
}

/** A product with three prices, and a customer on a test clock. */
async function openShop(stripe: Stripe) {
  const { id: product } = await stripe.products.create({ name: 'Contract', metadata: { tier: 'intermediate_pro' } })
  const priceOf = async (unit_amount: number, interval: 'month' | 'year') =>
    (await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval } })).id
  const price = await priceOf(349, 'month')
  const dearer = await priceOf(999, 'month')
  const yearly = await priceOf(3499, 'year')
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

  /** A code that nobody else has. */
  async function promote(coupon: Stripe.CouponCreateParams): Promise<Stripe.PromotionCode> {
    const { id } = await stripe.coupons.create(coupon)
    const code = `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`
    return stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code })
  }

  async function subscribe(card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
    const subscription = await create(card, more)
    const intent = await stripe.paymentIntents.retrieve(intentOf(subscription))
    return { subscription, intent, item: subscription.items.data[0]?.id ?? '' }
  }

  /** Changes the price as our Worker does: previewed and charged with the same params. `at` is in seconds. */
  async function change(
    { id, items: { data } }: Stripe.Subscription,
    wanted: string,
    at: number,
    more: Pick<Stripe.SubscriptionUpdateParams, 'cancel_at_period_end'> = {},
  ) {
    const details = {
      items: [{ id: data[0]?.id ?? '', price: wanted }],
      proration_behavior: 'always_invoice' as const,
      proration_date: at,
      ...more,
    } satisfies Stripe.SubscriptionUpdateParams
    const preview = await stripe.invoices.createPreview({ customer, subscription: id, subscription_details: details })
    const changed = await stripe.subscriptions.update(id, {
      ...details,
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    })
    return { preview, changed, invoice: invoiceOf(changed) }
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
    yearly,
    promote,
    attach,
    create,
    subscribe,
    change,
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

/** Returns the outcome of a call: its answer or its refusal, so that a fact that differs shows which. */
export function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error)
}
