import { describe, expect, test } from 'vitest'
import { catalogFixture, intentId, invoiceOf, refusal } from '../testing/subscriber.fixture.ts'

describe('a subscription without a trial', () => {
  test('charges a working card at once and activates the subscription', async () => {
    const { subscribe, stripe, events } = await catalogFixture()
    const { subscription, invoice, method, customer } = await subscribe()
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: method, customer })
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      subtotal: 349,
      total: 349,
      amount_due: 349,
      amount_paid: 349,
      amount_remaining: 0,
    })
    expect(invoice.lines.data.map((line) => line.amount)).toEqual([349])
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 349, is_default: true })
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    const intent = await stripe.paymentIntents.retrieve(intentId(invoice))
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: method, amount_received: 349 })
    expect((await events()).map((event) => event.type)).toEqual(
      expect.arrayContaining(['invoice.created', 'invoice.paid', 'charge.succeeded', 'customer.subscription.created']),
    )
    expect(await events('customer.subscription.updated')).toEqual([])
  })

  test('hides expandable fields that were not requested', async () => {
    const { subscribe, stripe } = await catalogFixture()
    const { subscription, invoice } = await subscribe()
    const plain = await stripe.invoices.retrieve(invoice.id ?? '')
    expect(plain).not.toHaveProperty('confirmation_secret')
    expect(plain).not.toHaveProperty('payments')
    expect((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice).toBe(invoice.id)
  })

  test('stays incomplete until the holder authenticates', async () => {
    const { subscribe, stripe, pass, read } = await catalogFixture()
    const { subscription, invoice } = await subscribe('authenticationRequired')
    expect(subscription.status).toBe('incomplete')
    expect(invoice).toMatchObject({ status: 'open', amount_remaining: 349 })
    const intent = await stripe.paymentIntents.retrieve(intentId(invoice))
    expect(intent).toMatchObject({
      status: 'requires_action',
      client_secret: invoice.confirmation_secret?.client_secret,
    })
    pass(intent.id)
    const after = await read(subscription.id)
    expect([after.status, invoiceOf(after).status]).toEqual(['active', 'paid'])
  })

  test('keeps the reason of failed authentication and takes another card', async () => {
    const { subscribe, stripe, fail, read, browser } = await catalogFixture()
    const { subscription, invoice } = await subscribe('authenticationRequired')
    const id = intentId(invoice)
    fail(id)
    const failed = await stripe.paymentIntents.retrieve(id)
    expect(failed).toMatchObject({ status: 'requires_payment_method', payment_method: null })
    expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
    const secret = failed.client_secret ?? ''
    const seen = await browser.paymentIntents.retrieve(id, { client_secret: secret })
    expect(seen.id).toBe(id)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect((await read(subscription.id)).status).toBe('active')
  })

  test('leaves a declined subscription incomplete, with the reason in its intent', async () => {
    const { subscribe, stripe } = await catalogFixture()
    const { subscription, invoice, method } = await subscribe('chargeCustomerFail')
    expect([subscription.status, invoice.status]).toEqual(['incomplete', 'open'])
    const intent = await stripe.paymentIntents.retrieve(intentId(invoice))
    expect(intent.status).toBe('requires_payment_method')
    expect(intent.last_payment_error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_method: { id: method },
    })
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

  test('default_incomplete waits for the page to confirm', async () => {
    const { subscribe, stripe, read } = await catalogFixture()
    const { subscription, invoice } = await subscribe('visa', { payment_behavior: 'default_incomplete' })
    expect(subscription.status).toBe('incomplete')
    await stripe.paymentIntents.confirm(intentId(invoice))
    expect((await read(subscription.id)).status).toBe('active')
  })

  test('refuses a subscription without any card (400)', async () => {
    const { subscribe } = await catalogFixture()
    const error = await refusal(subscribe('none'))
    expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing' })
    expect(error.message).toMatch(/no attached payment source/)
  })

  test('expires an unpaid subscription after 23 hours and voids its invoice', async () => {
    const { subscribe, stripe, wait, read } = await catalogFixture()
    const { subscription, invoice } = await subscribe('authenticationRequired')
    wait(23 * 3600 - 1)
    expect((await read(subscription.id)).status).toBe('incomplete')
    wait(1)
    const after = await read(subscription.id)
    expect([after.status, invoiceOf(after).status]).toEqual(['incomplete_expired', 'void'])
    expect((await stripe.paymentIntents.retrieve(intentId(invoice))).status).toBe('canceled')
  })

  test.each([
    ['expires', 'incomplete_expired'],
    ['waits', 'incomplete'],
    ['activates', 'active'],
  ] as const)('after its first invoice is voided, %s', async (afterVoid, status) => {
    const { subscribe, stripe, read, emulator } = await catalogFixture()
    emulator.control.setAfterVoid(afterVoid)
    const { subscription, invoice } = await subscribe('authenticationRequired')
    await stripe.invoices.voidInvoice(invoice.id ?? '')
    const after = await read(subscription.id)
    expect([after.status, invoiceOf(after).status]).toEqual([status, 'void'])
  })

  test.each([
    ['kept', 279],
    ['consumed', 349],
  ] as const)('a trial’s $0 invoice leaves a once-coupon %s', async (once, first) => {
    const { subscribe, read, emulator, wait } = await catalogFixture()
    emulator.control.setOnceOverTrial(once)
    const { subscription, invoice } = await subscribe('visa', {
      trial_period_days: 7,
      discounts: [{ coupon: 'welcome' }, { coupon: 'forever' }],
    })
    expect(invoice).toMatchObject({ total: 0, status: 'paid' })
    expect(subscription.discounts).toHaveLength(once === 'kept' ? 2 : 1)
    wait(7 * 24 * 3600)
    emulator.control.tick()
    expect(invoiceOf(await read(subscription.id)).total).toBe(Math.round(first * 0.9))
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

describe('a trial', () => {
  const trial = { trial_period_days: 7 }

  test('starts a trial free and keeps its coupon for later', async () => {
    const { subscribe } = await catalogFixture()
    const { subscription, invoice } = await subscribe('visa', { ...trial, discounts: [{ coupon: 'welcome' }] })
    expect(subscription).toMatchObject({ status: 'trialing', pending_setup_intent: null })
    expect(subscription.trial_end).toBe((subscription.trial_start ?? 0) + 7 * 86400)
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
    expect(invoice).toMatchObject({ status: 'paid', total: 0, amount_paid: 0 })
    expect(invoice.payments?.data).toEqual([])
    expect(subscription.discounts).toHaveLength(1)
  })

  test('leaves a setup intent pending until the holder authenticates', async () => {
    const { subscribe, pass, read } = await catalogFixture()
    const { subscription } = await subscribe('authenticationRequiredOnSetup', trial)
    expect(subscription.status).toBe('trialing')
    expect(subscription.pending_setup_intent).toMatchObject({
      status: 'requires_action',
      client_secret: expect.stringMatching(/^seti_/),
    })
    const pending = subscription.pending_setup_intent
    pass(pending !== null && typeof pending === 'object' ? pending.id : '')
    expect((await read(subscription.id)).pending_setup_intent).toBeNull()
  })

  test('keeps a setup decline in the setup intent', async () => {
    const { subscribe, pass, read } = await catalogFixture()
    const { subscription } = await subscribe('threeDSecureRequiredChargeDeclined', trial)
    const pending = subscription.pending_setup_intent
    pass(pending !== null && typeof pending === 'object' ? pending.id : '')
    const after = (await read(subscription.id)).pending_setup_intent
    expect(after).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code: 'card_declined' } })
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

  test('credits unused time when prorated and invoiced', async () => {
    const { subscribe, stripe, wait, customerOf } = await catalogFixture()
    const { subscription, customer } = await subscribe()
    wait(10 * 86_400)
    const ended = await stripe.subscriptions.cancel(subscription.id, {
      prorate: true,
      invoice_now: true,
      expand: ['latest_invoice'],
    })
    expect(invoiceOf(ended)).toMatchObject({ total: -233, status: 'paid', lines: { data: [{ amount: -233 }] } })
    expect((await customerOf(customer)).balance).toBe(-233)
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
