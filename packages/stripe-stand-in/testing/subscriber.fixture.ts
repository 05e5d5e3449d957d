import type { Stripe } from 'stripe'
import { authenticate } from '../resources/payments/three-d-secure-routes.ts'
import { emulatorFixture } from './emulator.fixture.ts'

/** An emulator with our catalog, and buyers. */
export async function catalogFixture() {
  const world = emulatorFixture()
  const { stripe, emulator, clock } = world
  const products = { pro: 'prod_intermediate_pro', proPlus: 'prod_pro' }
  await stripe.products.create({ id: products.pro, name: 'Pro' })
  await stripe.products.create({ id: products.proPlus, name: 'Pro+' })
  const prices = {
    proMonth: await price(products.pro, 'month', 349),
    proYear: await price(products.pro, 'year', 3499),
    plusMonth: await price(products.proPlus, 'month', 999),
    plusYear: await price(products.proPlus, 'year', 9999),
  }
  await stripe.coupons.create({ id: 'welcome', percent_off: 20, duration: 'once' })
  await stripe.coupons.create({ id: 'forever', percent_off: 10, duration: 'forever' })

  async function price(product: string, interval: 'month' | 'year', unit_amount: number): Promise<string> {
    const made = await stripe.prices.create({ product, unit_amount, currency: 'usd', recurring: { interval } })
    return made.id
  }

  /** A customer whose default card has this alias; `none` means no card. */
  async function buyer(card = 'visa', more: Stripe.CustomerCreateParams = {}) {
    const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada', ...more })
    if (card === 'none') return { customer: customer.id, method: '' }
    const method = await stripe.paymentMethods.attach(`pm_card_${card}`, { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
    return { customer: customer.id, method: method.id }
  }

  /** Subscribes a new buyer the way our Worker does. */
  async function subscribe(card = 'visa', more: Partial<Stripe.SubscriptionCreateParams> = {}, clockId?: string) {
    const who = await buyer(card, clockId === undefined ? {} : { test_clock: clockId })
    const subscription = await stripe.subscriptions.create({
      customer: who.customer,
      items: [{ price: prices.proMonth }],
      ...(who.method !== '' && { default_payment_method: who.method }),
      payment_behavior: 'allow_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      expand: [...expanded],
      ...more,
    })
    return { ...who, subscription, invoice: invoiceOf(subscription) }
  }

  async function customerOf(id: string): Promise<Stripe.Customer> {
    const found = await stripe.customers.retrieve(id)
    if (found.deleted) throw new Error(`${id} is deleted`)
    return found
  }

  const read = (id: string) => stripe.subscriptions.retrieve(id, { expand: [...expanded] })
  const events = async (type?: string) => {
    const page = await stripe.events.list({ limit: 100, ...(type !== undefined && { type }) })
    return page.data.toReversed()
  }

  return {
    ...world,
    products,
    prices,
    buyer,
    subscribe,
    read,
    customerOf,
    events,
    wait: (seconds: number) => void (clock.now += seconds * 1000),
    pass: (id: string) => authenticate(emulator.store, id, true),
    fail: (id: string) => authenticate(emulator.store, id, false),
  }
}

const expanded = ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent'] as const

/** A Pro subscriber since noon on November 21, with a month of 30 days. */
export async function subscriberFixture(card = 'visa', more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const world = await catalogFixture()
  const bought = await world.subscribe(card, more)
  const item = bought.subscription.items.data[0]?.id ?? ''
  const upgrade = (extra: Stripe.SubscriptionUpdateParams = {}, price = world.prices.plusMonth) =>
    world.stripe.subscriptions.update(bought.subscription.id, {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: [...expanded],
      ...extra,
    })
  const preview = (
    details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
    invoice_items: Stripe.InvoiceCreatePreviewParams.InvoiceItem[] = [],
  ) =>
    world.stripe.invoices.createPreview({
      customer: bought.customer,
      subscription: bought.subscription.id,
      subscription_details: { items: [{ id: item, price: world.prices.plusMonth }], ...details },
      ...(invoice_items.length > 0 && { invoice_items }),
    })
  return { ...world, ...bought, item, upgrade, preview }
}

/** The expanded invoice of a response. */
export function invoiceOf(subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = subscription.latest_invoice
  if (invoice === null || typeof invoice === 'string') throw new Error('latest_invoice is not expanded')
  return invoice
}

/** The id of the intent that pays an invoice whose payments are expanded. */
export function intentId(invoice: Stripe.Invoice): string {
  const intent = invoice.payments?.data[0]?.payment.payment_intent
  if (typeof intent !== 'string') throw new Error('no payment intent')
  return intent
}

/** The refusal of the call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Error && 'type' in outcome) return outcome as Stripe.errors.StripeError
  throw new Error('the call was not refused')
}
