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
  test('a dead card is a 402', async () => {
    const { stripe } = await catalogFixture()
    const error = await refusal(stripe.setupIntents.create(withCard('chargeDeclined')))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method' })
  })
})
