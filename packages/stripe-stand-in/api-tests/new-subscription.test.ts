import { describe, expect, test } from 'vitest'
import { catalogFixture, intentId, refusal } from '../testing/subscriber.fixture.ts'

describe('a subscription without a trial', () => {
  test('hides expandable fields that were not requested', async () => {
    const { subscribe, stripe } = await catalogFixture()
    const { subscription, invoice } = await subscribe()
    const plain = await stripe.invoices.retrieve(invoice.id ?? '')
    expect(plain).not.toHaveProperty('confirmation_secret')
    expect(plain).not.toHaveProperty('payments')
    expect((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice).toBe(invoice.id)
  })

  test('error_if_incomplete refuses with 402 and creates nothing', async () => {
    const { subscribe, stripe, events } = await catalogFixture()
    const declined = await refusal(subscribe('chargeCustomerFail', { payment_behavior: 'error_if_incomplete' }))
    expect(declined).toMatchObject({ type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' })
    const asked = await refusal(subscribe('authenticationRequired', { payment_behavior: 'error_if_incomplete' }))
    expect(asked.code).toBe('subscription_payment_intent_requires_action')
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect(await events('invoice.created')).toEqual([])
  })

  test('refuses a subscription without any card (400)', async () => {
    const { subscribe } = await catalogFixture()
    const error = await refusal(subscribe('none'))
    expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing' })
    expect(error.message).toMatch(/no attached payment source/)
  })

  test.each([
    [{ items: [{ price: 'price_none' }] }, 'items[0][price]'],
    [{ discounts: [{ promotion_code: 'promo_none' }] }, 'discounts[0][promotion_code]'],
    [{ default_payment_method: 'pm_none' }, 'default_payment_method'],
  ])('names the parameter that does not exist: %j', async (wrong, param) => {
    const { subscribe } = await catalogFixture()
    expect(await refusal(subscribe('visa', wrong))).toMatchObject({ statusCode: 400, code: 'resource_missing', param })
  })
})

describe('canceling at once', () => {
  test('cancels at once, and a second cancel is 404', async () => {
    const { subscribe, stripe, events } = await catalogFixture()
    const { subscription } = await subscribe()
    const ended = await stripe.subscriptions.cancel(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } })
    expect(ended.ended_at).not.toBeNull()
    expect(await events('customer.subscription.deleted')).toHaveLength(1)
    expect(await refusal(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ statusCode: 404 })
    expect((await stripe.subscriptions.list({})).data).toEqual([])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  })

  test('cancels an incomplete subscription so it cannot be paid', async () => {
    const { subscribe, stripe } = await catalogFixture()
    const { subscription, invoice } = await subscribe('authenticationRequired')
    await stripe.subscriptions.cancel(subscription.id)
    expect((await stripe.paymentIntents.retrieve(intentId(invoice))).status).toBe('canceled')
    expect(await refusal(stripe.paymentIntents.confirm(intentId(invoice)))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })
})
