import { describe, expect, test } from 'vitest'
import { emulatorShop, realShop, REAL_KEY, SHOWN, type ContractShop } from '../testing/contract.fixture.ts'

// What our Worker expects of Stripe's API, through the official client. Runs against the emulator, and against real
// Stripe too if STRIPE_TEST_SECRET_KEY is set. Where the two differ, the emulator is wrong.
describe('the emulator keeps the contract', () => contract(emulatorShop))
describe.skipIf(!REAL_KEY)('real Stripe keeps the contract (needs STRIPE_TEST_SECRET_KEY)', () => contract(realShop))

function contract(open: () => Promise<ContractShop>): void {
  const fact = (name: string, work: (shop: ContractShop) => Promise<void>) =>
    test(name, { timeout: 120_000 }, async () => {
      const shop = await open()
      try {
        await work(shop)
      } finally {
        await shop.close()
      }
    })

  fact('charges a working card at once and activates the subscription', async (shop) => {
    const { subscription, intent } = await shop.subscribe('visa')
    expect(subscription).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', total: 349, payments: { data: [{ is_default: true, status: 'paid' }] } },
      pending_setup_intent: null,
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount: 349 })
  })

  fact('stays incomplete with a client secret when 3DS is required', async (shop) => {
    const { subscription, intent } = await shop.subscribe('authenticationRequired')
    expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
    expect(intent.status).toBe('requires_action')
    expect(subscription).toMatchObject({
      latest_invoice: { confirmation_secret: { type: 'payment_intent', client_secret: intent.client_secret } },
    })
  })

  fact('leaves a declined subscription incomplete, with the reason', async (shop) => {
    const { subscription, intent } = await shop.subscribe('chargeCustomerFail')
    expect(subscription.status).toBe('incomplete')
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  })

  fact('refuses to attach a dead card', async ({ stripe, customer }) => {
    await expect(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
  })

  fact('starts a trial at once, with setup only for 3DS', async (shop) => {
    const good = await shop.create('visa', { trial_period_days: 7 })
    expect(good).toMatchObject({ status: 'trialing', pending_setup_intent: null })
    const asking = await shop.create('authenticationRequired', { trial_period_days: 7 })
    expect(asking).toMatchObject({ status: 'trialing', pending_setup_intent: { status: 'requires_action' } })
  })

  fact('finds a promotion code in any case and previews it', async (shop) => {
    const { stripe, customer, price, promotion } = shop
    const { data } = await stripe.promotionCodes.list({
      code: promotion.code.toLowerCase(),
      active: true,
      expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
    })
    expect(data).toMatchObject([{ id: promotion.id, promotion: { coupon: { percent_off: 20, valid: true } } }])
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price }] },
      discounts: [{ promotion_code: promotion.id }],
    })
    expect(preview).toMatchObject({ subtotal: 349, total: 279, total_discount_amounts: [{ amount: 70 }] })
  })

  fact('refuses an upgrade that cannot be paid, and changes nothing', async (shop) => {
    const { stripe, dearer } = shop
    const { subscription, item } = await shop.subscribe('visa')
    const { id: card } = await shop.attach('chargeCustomerFail')
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card })
    await expect(
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price: dearer }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 402 })
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after.items.data[0]?.price.id).toBe(shop.price)
  })

  fact('charges an upgrade as previewed, to the cent', async (shop) => {
    const { stripe, customer, dearer } = shop
    const { subscription, item } = await shop.subscribe('visa')
    const proration_date = await shop.advance(10 * 24 * 60 * 60)
    const items = [{ id: item, price: dearer }]
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date },
    })
    const updated = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      proration_date,
      expand: ['latest_invoice'],
    })
    expect(updated).toMatchObject({ latest_invoice: { total: preview.total, status: 'paid' } })
    expect(preview.total).toBeGreaterThan(0)
  })

  fact('renews monthly, and ends with the period only when canceled', async (shop) => {
    const { stripe } = shop
    const { subscription } = await shop.subscribe('visa')
    await shop.advance(32 * 24 * 60 * 60)
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    expect(data.map(({ status, billing_reason }) => `${billing_reason} ${status}`)).toEqual([
      'subscription_cycle paid',
      'subscription_create paid',
    ])
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const back = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await shop.advance(32 * 24 * 60 * 60)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  })

  fact('replays an idempotent response, and refuses the key otherwise', async ({ stripe }) => {
    const idempotencyKey = `contract-${crypto.randomUUID()}`
    const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
    expect((await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })).id).toBe(first.id)
    await expect(stripe.customers.create({ name: 'Bo' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  fact('refuses removed parameters and a fifth expand level', async (shop) => {
    const { stripe, customer, price } = shop
    const old = { customer, items: [{ price }], coupon: 'x' }
    await expect(stripe.subscriptions.create(old)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'coupon' })
    const tooDeep = ['latest_invoice.payments.data.payment.payment_intent']
    const { subscription } = await shop.subscribe('visa')
    await expect(stripe.subscriptions.retrieve(subscription.id, { expand: tooDeep })).rejects.toMatchObject({
      statusCode: 400,
    })
    await expect(stripe.subscriptions.retrieve(subscription.id, { expand: SHOWN })).resolves.toBeDefined()
  })
}
