import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture, invoiceOf, refusal } from '../testing/subscriber.fixture.ts'
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
})

describe('ends', () => {
  test("handles a failed or missing card at the trial's end", async () => {
    const failing = await clocked('chargeCustomerFail', { trial_period_days: 7 })
    expect((await failing.to(start + 7 * DAY_SECONDS + HOUR_SECONDS)).status).toBe('past_due')
    const without = await clocked('none', { trial_period_days: 7 })
    expect((await without.to(start + 7 * DAY_SECONDS)).status).toBe('canceled')
  })
})
