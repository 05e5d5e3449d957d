import { expect, test } from 'vitest'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

test('shows an intent to a page only by its secret', async () => {
  const { stripe, browser } = await catalogFixture()
  const { id, client_secret } = await stripe.setupIntents.create()
  expect((await refusal(browser.setupIntents.retrieve(id))).param).toBe('client_secret')
  expect((await refusal(browser.setupIntents.retrieve(id, { client_secret: `${id}_secret_x` }))).statusCode).toBe(400)
  expect((await browser.setupIntents.retrieve(id, { client_secret: client_secret ?? '' })).id).toBe(id)
  expect((await refusal(browser.charges.list())).statusCode).toBe(403)
})

test('refuses parameters that Stripe removed', async () => {
  const { stripe } = await catalogFixture()
  const old = { usage: 'off_session' as const, payment_method_types: ['card'] }
  expect(await refusal(stripe.setupIntents.create(old))).toMatchObject({
    code: 'parameter_unknown',
    param: 'payment_method_types',
  })
})

test('a setup of a dead card is a 402', async () => {
  const { stripe } = await catalogFixture()
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const
  const dead = { payment_method: 'pm_card_chargeDeclined', confirm: true, automatic_payment_methods }
  const error = await refusal(stripe.setupIntents.create(dead))
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method' })
})
