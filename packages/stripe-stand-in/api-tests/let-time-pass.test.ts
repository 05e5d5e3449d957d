import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture, expanded, intentId, invoiceOf, refusal } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../engine/amounts/seconds.ts'

const start = Date.UTC(2027, 0, 31, 12) / 1000
const iso = (seconds: number | null | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 16)

/** A subscriber on a test clock at noon on January 31. */
async function clocked(card = 'visa', more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const world = await catalogFixture()
  const { id: clock } = await world.stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'test' })
  const bought = await world.subscribe(card, more, clock)
  const { id } = bought.subscription
  const to = async (time: number) => {
    await world.stripe.testHelpers.testClocks.advance(clock, { frozen_time: time })
    return world.read(id)
  }
  const swapCard = async (alias: string) => {
    const method = await world.stripe.paymentMethods.attach(`pm_card_${alias}`, { customer: bought.customer })
    await world.stripe.subscriptions.update(id, { default_payment_method: method.id })
    return method.id
  }
  return { ...world, ...bought, id, testClock: clock, to, swapCard }
}

const ofMonth = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end

describe('test clocks', () => {
  test('advances time only forward, at most two intervals', async () => {
    const { to, stripe, testClock } = await clocked()
    expect((await refusal(to(start))).param).toBe('frozen_time')
    expect((await refusal(to(start + 63 * DAY_SECONDS))).param).toBe('frozen_time')
    const answer = await stripe.testHelpers.testClocks.advance(testClock, { frozen_time: start + DAY_SECONDS })
    expect(answer).toMatchObject({
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: start + DAY_SECONDS } },
    })
    expect(await stripe.testHelpers.testClocks.retrieve(testClock)).toMatchObject({
      status: 'ready',
      frozen_time: start + DAY_SECONDS,
    })
  })

  test('keeps everything on a clock at its time until deletion', async () => {
    const { subscription, invoice, stripe, testClock, customer, id, events } = await clocked()
    expect([subscription.created, subscription.test_clock, invoice.created]).toEqual([start, testClock, start])
    await stripe.testHelpers.testClocks.del(testClock)
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
    const named = (await events()).map((event) => event.type).filter((type) => type.startsWith('test_helpers'))
    expect(named).toEqual(['test_helpers.test_clock.created', 'test_helpers.test_clock.deleted'])
  })
})

describe('renewal', () => {
  test('renews on the second, drafts for an hour, then pays', async () => {
    const { to, events } = await clocked()
    const end = Date.UTC(2027, 1, 28, 12) / 1000
    const turned = await to(end)
    expect(iso(ofMonth(turned))).toBe('2027-03-31T12:00')
    expect(invoiceOf(turned)).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 349 })
    const paid = await to(end + HOUR_SECONDS)
    expect([paid.status, invoiceOf(paid).status]).toEqual(['active', 'paid'])
    expect(invoiceOf(paid)).toMatchObject({ period_end: end, lines: { data: [{ period: { start: end } }] } })
    const updated = (await events('customer.subscription.updated')).at(-1)
    expect(updated?.data.previous_attributes).toMatchObject({ latest_invoice: expect.any(String) })
  })

  test('applies a one-time coupon once and a forever coupon always', async () => {
    const { to } = await clocked('visa', { discounts: [{ coupon: 'welcome' }, { coupon: 'forever' }] })
    const renewed = await to(start + 29 * DAY_SECONDS)
    expect(invoiceOf(renewed)).toMatchObject({ subtotal: 349, total: 314 })
    expect(renewed.discounts).toHaveLength(1)
  })

  test('ends a one-month coupon after the month', async () => {
    const { to, stripe, id } = await clocked()
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 1 })
    await stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] })
    expect(invoiceOf(await to(start + 28 * DAY_SECONDS)).total).toBe(349)
    const lasting = await clocked()
    await lasting.to(start + DAY_SECONDS)
    const longer = await lasting.stripe.coupons.create({
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 1,
    })
    await lasting.stripe.subscriptions.update(lasting.id, { discounts: [{ coupon: longer.id }] })
    expect(invoiceOf(await lasting.to(start + 28 * DAY_SECONDS)).total).toBe(174)
  })

  test('bills leftover proration with the next period, to the cent', async () => {
    const { to, stripe, subscription, id, prices } = await clocked()
    await to(start + 14 * DAY_SECONDS)
    const item = subscription.items.data[0]?.id ?? ''
    await stripe.subscriptions.update(id, { items: [{ id: item, price: prices.plusMonth }] })
    const invoice = invoiceOf(await to(start + 28 * DAY_SECONDS + HOUR_SECONDS))
    expect(invoice.lines.data.map((line) => line.amount)).toEqual([-175, 500, 999])
    expect(invoice).toMatchObject({ total: 1324, status: 'paid' })
  })

  test('renews an authenticated card off-session, unless it always asks', async () => {
    const once = await clocked('authenticationRequiredOnSetup')
    once.pass(intentId(once.invoice))
    expect((await once.to(start + 29 * DAY_SECONDS)).status).toBe('active')
    const always = await clocked('authenticationRequired')
    always.pass(intentId(always.invoice))
    const due = await always.to(start + 29 * DAY_SECONDS)
    expect([due.status, invoiceOf(due).status]).toEqual(['past_due', 'open'])
    expect(await always.events('invoice.payment_action_required')).not.toEqual([])
    always.pass(intentId(invoiceOf(due)))
    expect((await always.read(always.id)).status).toBe('active')
  })
})

describe('dunning', () => {
  const renewal = start + 28 * DAY_SECONDS + HOUR_SECONDS

  test('retries a past-due invoice after 3, 8 and 14 days, then cancels', async () => {
    const { to, swapCard, events } = await clocked()
    await swapCard('chargeCustomerFail')
    const due = await to(renewal)
    expect(due.status).toBe('past_due')
    expect(invoiceOf(due)).toMatchObject({ attempt_count: 1, next_payment_attempt: renewal + 3 * DAY_SECONDS })
    expect(invoiceOf(await to(renewal + 3 * DAY_SECONDS))).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: renewal + 8 * DAY_SECONDS,
    })
    expect((await to(renewal + 14 * DAY_SECONDS - 1)).status).toBe('past_due')
    const ended = await to(renewal + 14 * DAY_SECONDS)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(invoiceOf(ended)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
    expect(await events('invoice.payment_failed')).toHaveLength(4)
    expect(await events('customer.subscription.deleted')).toHaveLength(1)
  })

  test('charges a replaced card at the next attempt', async () => {
    const { to, swapCard } = await clocked()
    await swapCard('chargeCustomerFail')
    await to(renewal)
    await swapCard('visa')
    const after = await to(renewal + 3 * DAY_SECONDS)
    expect([after.status, invoiceOf(after).status]).toEqual(['active', 'paid'])
  })

  test('stays past due after one of two owed invoices is paid', async () => {
    const { stripe, buyer, products, read } = await catalogFixture()
    const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const { customer } = await buyer('visa', { test_clock })
    const weekly = {
      product: products.pro,
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'week' as const },
    }
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price_data: weekly }] })
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(id, { default_payment_method: bad.id })
    for (const days of [7.5, 14.5]) {
      await stripe.testHelpers.testClocks.advance(test_clock, { frozen_time: start + days * DAY_SECONDS })
    }
    const owed = (await stripe.invoices.list({ customer, status: 'open' })).data.map((invoice) => invoice.id ?? '')
    expect(owed).toHaveLength(2)
    const standing = []
    for (const invoice of owed) {
      await stripe.invoices.pay(invoice, { payment_method: 'pm_card_visa' })
      standing.push((await read(id)).status)
    }
    expect(standing).toEqual(['past_due', 'active'])
  })

  test('cancels at once on request', async () => {
    const { to, swapCard, stripe, read, id } = await clocked()
    await swapCard('chargeCustomerFail')
    const invoice = invoiceOf(await to(renewal)).id ?? ''
    expect(await refusal(stripe.invoices.pay(invoice))).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(1)
    await stripe.invoices.pay(invoice, { payment_method: 'pm_card_visa' })
    expect((await read(id)).status).toBe('active')
    expect((await refusal(stripe.invoices.pay(invoice))).message).toMatch(/already paid/)
  })
})

describe('ends', () => {
  test("cancels at the period's end without another charge", async () => {
    const { to, stripe, id } = await clocked()
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const ended = await to(start + 29 * DAY_SECONDS)
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: start + 28 * DAY_SECONDS,
      latest_invoice: { amount_paid: 349 },
    })
    expect((await stripe.invoices.list()).data).toHaveLength(1)
  })

  test('warns before a trial ends, then charges with the waiting coupon', async () => {
    const { to, events } = await clocked('visa', { trial_period_days: 7, discounts: [{ coupon: 'welcome' }] })
    await to(start + 4 * DAY_SECONDS - 1)
    expect(await events('customer.subscription.trial_will_end')).toEqual([])
    await to(start + 4 * DAY_SECONDS)
    expect(await events('customer.subscription.trial_will_end')).toHaveLength(1)
    const begun = await to(start + 7 * DAY_SECONDS + HOUR_SECONDS)
    expect(begun).toMatchObject({ status: 'active', discounts: [] })
    expect(invoiceOf(begun)).toMatchObject({ status: 'paid', total: 279, billing_reason: 'subscription_cycle' })
    expect(iso(ofMonth(begun))).toBe('2027-03-07T12:00')
  })

  test("handles a failed or missing card at the trial's end", async () => {
    const failing = await clocked('chargeCustomerFail', { trial_period_days: 7 })
    expect((await failing.to(start + 7 * DAY_SECONDS + HOUR_SECONDS)).status).toBe('past_due')
    const without = await clocked('none', { trial_period_days: 7 })
    expect((await without.to(start + 7 * DAY_SECONDS)).status).toBe('canceled')
  })

  test('charges at once when a trial is ended on request', async () => {
    const { stripe, id, to } = await clocked('visa', { trial_period_days: 7 })
    await to(start + DAY_SECONDS)
    const now = await stripe.subscriptions.update(id, { trial_end: 'now', expand: [...expanded] })
    expect(now).toMatchObject({
      status: 'active',
      trial_end: start + DAY_SECONDS,
      billing_cycle_anchor: start + DAY_SECONDS,
    })
    expect(invoiceOf(now)).toMatchObject({ status: 'paid', total: 349 })
  })
})

test('passes time without a test clock', async () => {
  const { subscribe, wait, read } = await catalogFixture()
  const { subscription } = await subscribe()
  wait(70 * DAY_SECONDS)
  const later = await read(subscription.id)
  expect([later.status, invoiceOf(later).status, iso(ofMonth(later))]).toEqual(['active', 'paid', '2027-02-21T12:00'])
})
