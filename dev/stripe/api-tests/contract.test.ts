import { describe, expect, test } from 'vitest'
import { emulatorShop, realShop, REAL_KEY, SHOWN, type ContractShop } from '../testing/contract.fixture.ts'

// What our Worker relies on, asked of Stripe's API through the official client: always of the stand-in, and of the real
// one where STRIPE_TEST_SECRET_KEY is a test key. Where the two differ, the stand-in is wrong.
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

  fact('a card that works makes the subscription active in the call, its invoice paid (§4.1)', async (shop) => {
    const { subscription, intent } = await shop.subscribe('visa')
    expect(subscription).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', total: 349, payments: { data: [{ is_default: true, status: 'paid' }] } },
      pending_setup_intent: null,
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount: 349 })
  })

  fact('a card that asks its holder leaves it incomplete, with a secret to confirm by (§4.1)', async (shop) => {
    const { subscription, intent } = await shop.subscribe('authenticationRequired')
    expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
    expect(intent.status).toBe('requires_action')
    expect(subscription).toMatchObject({
      latest_invoice: { confirmation_secret: { type: 'payment_intent', client_secret: intent.client_secret } },
    })
  })

  fact('a card that is declined when charged is no error of the call: incomplete, with the reason', async (shop) => {
    const { subscription, intent } = await shop.subscribe('chargeCustomerFail')
    expect(subscription.status).toBe('incomplete')
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  })

  fact('a dead card is refused when it is attached', async ({ stripe, customer }) => {
    await expect(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
  })

  fact('a trial is trialing at once; only a card that asks leaves something to set up', async (shop) => {
    const good = await shop.create('visa', { trial_period_days: 7 })
    expect(good).toMatchObject({ status: 'trialing', pending_setup_intent: null })
    const asking = await shop.create('authenticationRequired', { trial_period_days: 7 })
    expect(asking).toMatchObject({ status: 'trialing', pending_setup_intent: { status: 'requires_action' } })
  })

  fact('a promotion code is found in any case and taken off in the preview (§4.4)', async (shop) => {
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

  fact('an upgrade that can not be paid is refused and changes nothing (§4.3)', async (shop) => {
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

  fact('an upgrade costs what its preview said, to the cent (§4.3)', async (shop) => {
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

  fact(
    'a month later it has renewed; cancelled at the period’s end it is over then, unless taken back',
    async (shop) => {
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
    },
  )

  fact('an idempotency key gives the first answer again, and is refused for anything else', async ({ stripe }) => {
    const idempotencyKey = `contract-${crypto.randomUUID()}`
    const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
    expect((await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })).id).toBe(first.id)
    await expect(stripe.customers.create({ name: 'Bo' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  fact('what endive took away is refused by name, and so is a fifth level', async (shop) => {
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
