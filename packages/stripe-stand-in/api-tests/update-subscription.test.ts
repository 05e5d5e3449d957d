import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map((line) => line.amount)

describe('another price within the same interval', () => {
  test('keeps the plan with a 400 when the card is detached', async () => {
    const { stripe, method, upgrade, read, subscription } = await subscriberFixture()
    await stripe.paymentMethods.detach(method)
    expect(await refusal(upgrade())).toMatchObject({ statusCode: 400, code: 'resource_missing' })
    expect((await read(subscription.id)).items.data[0]?.price.unit_amount).toBe(349)
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
})

describe('ending with the period', () => {
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
