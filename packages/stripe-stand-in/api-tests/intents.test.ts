import { describe, expect, test } from 'vitest'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const
const amount = { amount: 500, currency: 'usd', automatic_payment_methods }
const withCard = (alias: string) => ({ payment_method: `pm_card_${alias}`, confirm: true, automatic_payment_methods })

describe('payment intents', () => {
  test('charges a good card and declines 3DS without its holder', async () => {
    const { stripe } = await catalogFixture()
    expect((await stripe.paymentIntents.create({ ...amount, ...withCard('visa') })).status).toBe('succeeded')
    const asking = withCard('authenticationRequired')
    const waiting = await stripe.paymentIntents.create({ ...amount, ...asking })
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const away = await refusal(stripe.paymentIntents.create({ ...amount, ...asking, off_session: true }))
    expect(away).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  })

  test.each([
    ['chargeDeclined', 'card_declined', 'generic_decline'],
    ['chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('%s is a 402 with its reason, open to another try', async (alias, code, decline_code) => {
    const { stripe } = await catalogFixture()
    const { id } = await stripe.paymentIntents.create(amount)
    const error = await refusal(stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${alias}` }))
    expect(error).toMatchObject({ type: 'StripeCardError', code, decline_code })
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect((await stripe.charges.list({ payment_intent: id })).data.map((charge) => charge.status)).toEqual([
      'succeeded',
      'failed',
    ])
  })

  test('declines a payment after 3DS when the bank refuses', async () => {
    const { stripe, pass } = await catalogFixture()
    const { id } = await stripe.paymentIntents.create({
      ...amount,
      ...withCard('authenticationRequiredChargeDeclinedInsufficientFunds'),
    })
    pass(id)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    })
  })

  test('refuses to confirm a paid intent', async () => {
    const { stripe } = await catalogFixture()
    const { id } = await stripe.paymentIntents.create({ ...amount, ...withCard('visa') })
    expect((await refusal(stripe.paymentIntents.confirm(id))).code).toBe('payment_intent_unexpected_state')
  })

  test('shows an intent to a page only by its secret', async () => {
    const { stripe, browser } = await catalogFixture()
    const { id, client_secret } = await stripe.paymentIntents.create(amount)
    expect((await refusal(browser.paymentIntents.retrieve(id))).param).toBe('client_secret')
    expect((await refusal(browser.paymentIntents.retrieve(id, { client_secret: `${id}_secret_x` }))).statusCode).toBe(
      400,
    )
    expect((await browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })).id).toBe(id)
    expect((await refusal(browser.charges.list())).statusCode).toBe(403)
  })

  test('refuses less than 50 cents and removed parameters', async () => {
    const { stripe } = await catalogFixture()
    expect((await refusal(stripe.paymentIntents.create({ amount: 49, currency: 'usd' }))).code).toBe('amount_too_small')
    const old = { ...amount, payment_method_types: ['card'] }
    expect(await refusal(stripe.paymentIntents.create(old))).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    })
  })
})

describe('setup intents', () => {
  test('saves a card for later and attaches it to its customer', async () => {
    const { stripe, buyer } = await catalogFixture()
    const { customer } = await buyer('none')
    const done = await stripe.setupIntents.create({ customer, ...withCard('visa') })
    expect(done.status).toBe('succeeded')
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  })

  test('requires action where the card wants it, and keeps failures', async () => {
    const { stripe, fail, pass } = await catalogFixture()
    const waiting = await stripe.setupIntents.create(withCard('authenticationRequired'))
    expect(waiting.status).toBe('requires_action')
    fail(waiting.id)
    const failed = await stripe.setupIntents.retrieve(waiting.id)
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    await stripe.setupIntents.confirm(waiting.id, { payment_method: 'pm_card_authenticationRequired' })
    pass(waiting.id)
    expect((await stripe.setupIntents.retrieve(waiting.id)).status).toBe('succeeded')
  })

  test('a dead card is a 402', async () => {
    const { stripe } = await catalogFixture()
    const error = await refusal(stripe.setupIntents.create(withCard('chargeDeclined')))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method' })
  })
})
