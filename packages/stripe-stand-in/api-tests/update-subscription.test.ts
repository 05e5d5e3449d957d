import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture, invoiceOf, refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map((line) => line.amount)

describe('another price within the same interval', () => {
  test('charges two thirds of the difference a third into the month', async () => {
    const { wait, upgrade } = await subscriberFixture()
    wait(10 * DAY_SECONDS)
    const after = await upgrade()
    const invoice = invoiceOf(after)
    expect(after).toMatchObject({ status: 'active', items: { data: [{ price: { unit_amount: 999 } }] } })
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_update',
      total: 433,
      amount_paid: 433,
    })
    expect(amounts(invoice)).toEqual([-233, 666])
    expect(invoice.lines.data.map((line) => line.parent?.subscription_item_details?.proration)).toEqual([true, true])
  })

  test('previews to the cent what the change charges, changing nothing', async () => {
    const { wait, upgrade, preview, clock, stripe, events, read, subscription } = await subscriberFixture()
    wait(123_456)
    const proration_date = clock.now / 1000
    const seen = await preview({ proration_behavior: 'always_invoice', proration_date })
    expect(seen.id).toMatch(/^upcoming_in_/)
    expect(seen.status).toBe('draft')
    expect((await read(subscription.id)).items.data[0]?.price.unit_amount).toBe(349)
    expect(await events('invoice.created')).toHaveLength(1)
    wait(90)
    const invoice = invoiceOf(await upgrade({ proration_date }))
    expect(amounts(invoice)).toEqual(amounts(seen))
    expect(invoice.total).toBe(seen.total)
    expect((await stripe.invoices.list()).data).toHaveLength(2)
  })

  test('keeps the plan with a 402 on decline or authentication', async () => {
    const declined = await subscriberFixture()
    await declined.stripe.paymentMethods
      .attach('pm_card_chargeCustomerFail', { customer: declined.customer })
      .then((bad) => declined.stripe.subscriptions.update(declined.subscription.id, { default_payment_method: bad.id }))
    declined.wait(DAY_SECONDS)
    expect(await refusal(declined.upgrade())).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
    const after = await declined.read(declined.subscription.id)
    expect(after).toMatchObject({ status: 'active', latest_invoice: { id: declined.invoice.id } })
    expect(after.items.data[0]?.price.unit_amount).toBe(349)
    expect((await declined.stripe.invoices.list()).data).toHaveLength(1)
  })

  test('keeps the plan with a 400 when the card is detached', async () => {
    const { stripe, method, upgrade, read, subscription } = await subscriberFixture()
    await stripe.paymentMethods.detach(method)
    expect(await refusal(upgrade())).toMatchObject({ statusCode: 400, code: 'resource_missing' })
    expect((await read(subscription.id)).items.data[0]?.price.unit_amount).toBe(349)
  })

  test("keeps a downgrade's difference as credit for the next invoice", async () => {
    const { wait, upgrade, customer, customerOf, prices, read, subscription } = await subscriberFixture()
    await upgrade()
    wait(15 * DAY_SECONDS)
    const invoice = invoiceOf(await upgrade({}, prices.proMonth))
    expect(amounts(invoice)).toEqual([-500, 175])
    expect(invoice).toMatchObject({ status: 'paid', total: -325, amount_due: 0, ending_balance: -325 })
    expect((await customerOf(customer)).balance).toBe(-325)
    wait(15 * DAY_SECONDS + 3600)
    // The 24 cents due are too little to charge, so they wait for the next month.
    expect(invoiceOf(await read(subscription.id))).toMatchObject({
      status: 'paid',
      total: 349,
      amount_due: 0,
      ending_balance: 24,
    })
    wait(31 * DAY_SECONDS)
    expect(invoiceOf(await read(subscription.id))).toMatchObject({ total: 349, amount_due: 373, amount_paid: 373 })
  })

  test('credits only what was paid after a one-time discount', async () => {
    const { upgrade } = await subscriberFixture('visa', { discounts: [{ coupon: 'welcome' }] })
    const invoice = invoiceOf(await upgrade())
    expect(amounts(invoice)).toEqual([-279, 999])
  })

  test('applies a forever discount to the new price too', async () => {
    const { upgrade, invoice: first } = await subscriberFixture('visa', { discounts: [{ coupon: 'forever' }] })
    expect(first).toMatchObject({ subtotal: 349, total: 314 })
    const invoice = invoiceOf(await upgrade())
    expect(amounts(invoice)).toEqual([-314, 999])
    expect(invoice.total).toBe(999 - 100 - 314)
  })

  test('create_prorations waits for the renewal, none charges nothing', async () => {
    const { wait, upgrade, stripe, customer, preview } = await subscriberFixture()
    wait(10 * DAY_SECONDS)
    const next = await preview({ proration_behavior: 'create_prorations' })
    expect(amounts(next)).toEqual([-233, 666, 999])
    await upgrade({ proration_behavior: 'create_prorations' })
    expect((await stripe.invoiceItems.list({ customer, pending: true })).data.map((each) => each.amount)).toEqual([
      666, -233,
    ])
    const quiet = await subscriberFixture()
    await quiet.upgrade({ proration_behavior: 'none' })
    expect((await quiet.stripe.invoiceItems.list({ customer: quiet.customer })).data).toEqual([])
  })

  test('changes the plan during a trial without a charge', async () => {
    const { upgrade, subscription } = await subscriberFixture('visa', { trial_period_days: 7 })
    const after = await upgrade()
    expect(after).toMatchObject({ status: 'trialing', trial_end: subscription.trial_end })
    expect(invoiceOf(after).billing_reason).toBe('subscription_create')
  })
})

describe('another interval', () => {
  test('starts and charges a full year now, less unused time', async () => {
    const { wait, upgrade, prices, clock, preview } = await subscriberFixture()
    wait(15 * DAY_SECONDS)
    const seen = await preview({ items: [], proration_behavior: 'always_invoice' })
    expect(seen.lines.data).toHaveLength(1)
    const after = await upgrade({}, prices.proYear)
    expect(amounts(invoiceOf(after))).toEqual([-175, 3499])
    expect(after.billing_cycle_anchor).toBe(clock.now / 1000)
    const period = after.items.data[0]
    expect((period?.current_period_end ?? 0) - (period?.current_period_start ?? 0)).toBe(365 * DAY_SECONDS)
  })
})

describe('ending with the period', () => {
  test("cancels at the period's end, can resume, and previews nothing", async () => {
    const { stripe, subscription, customer } = await subscriberFixture()
    const end = subscription.items.data[0]?.current_period_end
    const ending = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'unused' },
    })
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    expect(ending.cancellation_details).toMatchObject({ feedback: 'unused', reason: 'cancellation_requested' })
    const none = await refusal(stripe.invoices.createPreview({ customer, subscription: subscription.id }))
    expect(none).toMatchObject({ statusCode: 404, code: 'invoice_upcoming_none' })
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  })

  test('changes only metadata of a canceled subscription', async () => {
    const { stripe, subscription } = await subscriberFixture()
    await stripe.subscriptions.cancel(subscription.id)
    expect(await refusal(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))).toMatchObject({
      statusCode: 400,
    })
    const named = await stripe.subscriptions.update(subscription.id, { metadata: { why: 'test' } })
    expect(named.metadata).toEqual({ why: 'test' })
  })
})

describe('a preview of a new subscription', () => {
  test('previews a promotion as charged, redeeming nothing', async () => {
    const { stripe, buyer, prices, events } = await catalogFixture()
    const promotion = await stripe.promotionCodes.create({
      code: 'HELLO',
      promotion: { type: 'coupon', coupon: 'welcome' },
    })
    const { customer } = await buyer()
    const seen = await stripe.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price: prices.plusYear }] },
      discounts: [{ promotion_code: promotion.id }],
    })
    expect(seen).toMatchObject({ subtotal: 9999, total: 7999, amount_due: 7999 })
    expect((await stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(0)
    expect(await events('customer.subscription.created')).toEqual([])
  })
})
