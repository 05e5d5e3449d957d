import { describe, expect, test } from 'vitest'
import { intentId, invoiceOf, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../seconds.ts'

describe('a change that waits for its payment', () => {
  test('pending_if_incomplete changes the plan only once authenticated', async () => {
    const { stripe, subscription, customer, upgrade, wait, pass, read, events } = await subscriberFixture()
    const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
    wait(DAY_SECONDS)
    const waiting = await upgrade({ payment_behavior: 'pending_if_incomplete' })
    expect(waiting.items.data[0]?.price.unit_amount).toBe(349)
    expect(waiting).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { unit_amount: 999 } }] },
    })
    pass(intentId(invoiceOf(waiting)))
    const after = await read(subscription.id)
    expect(after).toMatchObject({ status: 'active', pending_update: null })
    expect(after.items.data[0]?.price.unit_amount).toBe(999)
    expect(await events('customer.subscription.pending_update_applied')).toHaveLength(1)
  })

  test('returns the used balance when a pending update is dropped', async () => {
    const { stripe, subscription, customer, customerOf, upgrade, wait, prices, read } = await subscriberFixture()
    await upgrade()
    wait(15 * DAY_SECONDS)
    await upgrade({}, prices.proMonth)
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: asking.id })
    wait(14.5 * DAY_SECONDS)
    await upgrade({ payment_behavior: 'pending_if_incomplete' }, prices.plusYear)
    expect((await customerOf(customer)).balance).toBe(0)
    wait(0.5 * DAY_SECONDS)
    const after = await read(subscription.id)
    expect(after).toMatchObject({ pending_update: null, latest_invoice: { billing_reason: 'subscription_cycle' } })
    expect((await customerOf(customer)).balance).toBe(-325)
  })

  test('voids the pending invoice when another change replaces it', async () => {
    const { stripe, subscription, customer, upgrade, read, prices } = await subscriberFixture()
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: asking.id })
    const waiting = invoiceOf(await upgrade({ payment_behavior: 'pending_if_incomplete' }))
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id })
    await upgrade({}, prices.plusYear)
    expect((await stripe.paymentIntents.retrieve(intentId(waiting))).status).toBe('canceled')
    const after = await read(subscription.id)
    expect(after.pending_update).toBeNull()
    expect(after.items.data[0]?.price.unit_amount).toBe(9999)
  })

  test('drops a pending update when its invoice or subscription ends', async () => {
    const { stripe, subscription, customer, upgrade, read } = await subscriberFixture()
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: asking.id })
    const first = invoiceOf(await upgrade({ payment_behavior: 'pending_if_incomplete' }))
    await stripe.invoices.voidInvoice(first.id ?? '')
    expect(await read(subscription.id)).toMatchObject({ status: 'active', pending_update: null })
    const second = invoiceOf(await upgrade({ payment_behavior: 'pending_if_incomplete' }))
    await stripe.subscriptions.cancel(subscription.id)
    expect((await stripe.paymentIntents.retrieve(intentId(second))).status).toBe('canceled')
  })

  test('expires a pending update after 23 hours and voids its invoice', async () => {
    const { stripe, subscription, customer, upgrade, wait, read, events } = await subscriberFixture()
    const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
    await upgrade({ payment_behavior: 'pending_if_incomplete' })
    wait(23 * 3600)
    const after = await read(subscription.id)
    expect(after).toMatchObject({ status: 'active', pending_update: null, latest_invoice: { status: 'void' } })
    expect(after.items.data[0]?.price.unit_amount).toBe(349)
    expect(await events('customer.subscription.pending_update_expired')).toHaveLength(1)
  })
})
