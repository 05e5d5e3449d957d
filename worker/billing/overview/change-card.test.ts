import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { CARD_PER_USER, changeCard } from './change-card.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { readBilling } from './read-billing.ts'
import {
  aDebtor,
  aSubscriber,
  pass,
  subscribed,
  theirPlan,
  type Subscriber,
} from '../testing/subscribed-user.fixture.ts'
import { aCard, type Card } from '../testing/billing.fixture.ts'

const newCard = async ({ shop }: Subscriber, card: Card = 'otherGood') => ({ payment_method: await aCard(shop, card) })
const last4 = async ({ ctx }: Subscriber) => (await readBilling(ctx)).card?.last4

/** The cardholder passes or fails 3-D Secure, as Stripe.js would report it. */
async function bank({ shop }: Subscriber, id: string, says: 'complete' | 'fail' = 'complete') {
  const answer = await shop.emulator.fetch(
    new Request(`https://api.stripe.com/_test/3ds/${id}/${says}`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_switchyard' },
    }),
  )
  expect(answer.status).toBeLessThan(300)
}

test('replaces the card for this plan and later ones', async () => {
  const world = await aSubscriber()
  const input = await newCard(world)
  expect(await changeCard(world.ctx, input)).toMatchObject({
    kind: 'changed',
    billing: { card: { brand: 'mastercard', last4: '4444' }, invoices: { length: 1 } },
  })
  const customer = await world.shop.stripe.customers.retrieve(world.customer)
  expect(customer).toMatchObject({ invoice_settings: { default_payment_method: input.payment_method } })
  expect((await theirPlan(world)).default_payment_method).toMatchObject({ id: input.payment_method })
})

test.each(['dead', 'noFunds'] as const)('declines a card that is %s and keeps the old one', async (card) => {
  const world = await aSubscriber()
  await expect(changeCard(world.ctx, await newCard(world, card))).rejects.toMatchObject({ code: 'card_declined' })
  expect(await last4(world)).toBe('4242')
})

test('keeps the old card until the bank confirms the new one', async () => {
  const world = await aSubscriber()
  const input = await newCard(world, 'asks')
  const answer = await changeCard(world.ctx, input)
  if (answer.kind !== 'confirm') throw new Error('The bank did not ask.')
  expect(answer).toMatchObject({ intent: 'setup', client_secret: expect.stringContaining('_secret_') })
  expect(await last4(world)).toBe('4242')
  const setup_intent = answer.setup_intent ?? ''
  await bank(world, setup_intent)
  expect(await changeCard(world.ctx, { ...input, setup_intent })).toMatchObject({
    kind: 'changed',
    billing: { card: { last4: '3184' } },
  })
})

test('treats a failed confirmation as a declined card', async () => {
  const world = await aSubscriber()
  const input = await newCard(world, 'asks')
  const answer = await changeCard(world.ctx, input)
  const setup_intent = answer.kind === 'confirm' ? (answer.setup_intent ?? '') : ''
  await bank(world, setup_intent, 'fail')
  await expect(changeCard(world.ctx, { ...input, setup_intent })).rejects.toMatchObject({ code: 'card_declined' })
  expect(await last4(world)).toBe('4242')
})

test('ignores a confirmation of another card or user', async () => {
  const world = await aSubscriber()
  const other = await subscribed(world.shop, {})
  const confirmed = await world.shop.stripe.setupIntents.create({
    customer: other.customer,
    payment_method: await aCard(world.shop),
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  const input = { ...(await newCard(world, 'asks')), setup_intent: confirmed.id }
  await expect(changeCard(world.ctx, input)).rejects.toMatchObject({ code: 'not_found' })
  await expect(changeCard(other.ctx, input)).rejects.toMatchObject({ code: 'not_found' })
  expect(await last4(world)).toBe('4242')
})

test('pays what is owed with the new card at once', async () => {
  const world = await aDebtor()
  const answer = await changeCard(world.ctx, await newCard(world))
  expect(answer).toMatchObject({
    kind: 'changed',
    billing: { plan: { status: 'active', grace_ends_at: null }, card: { last4: '4444' } },
  })
  const { invoices } = await readBilling(world.ctx)
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test('asks again when the bank wants the owed payment confirmed', async () => {
  const world = await aDebtor()
  const input = await newCard(world, 'asks')
  const first = await changeCard(world.ctx, input)
  const setup_intent = first.kind === 'confirm' ? (first.setup_intent ?? '') : ''
  await bank(world, setup_intent)
  const second = await changeCard(world.ctx, { ...input, setup_intent })
  if (second.kind !== 'confirm') throw new Error('The bank did not ask.')
  expect(second.intent).toBe('payment')
  await bank(world, second.client_secret.split('_secret_')[0] ?? '')
  expect(await changeCard(world.ctx, { ...input, setup_intent })).toMatchObject({
    kind: 'changed',
    billing: { plan: { status: 'active' } },
  })
})

/** The owed payment after the bank's yes, which Stripe has not settled yet. */
async function settling(status: 'processing' | 'succeeded') {
  const world = await aDebtor()
  const input = await newCard(world, 'asks')
  const first = await changeCard(world.ctx, input)
  const setup_intent = first.kind === 'confirm' ? (first.setup_intent ?? '') : ''
  await bank(world, setup_intent)
  const second = await changeCard(world.ctx, { ...input, setup_intent })
  const [payment] = (second.kind === 'confirm' ? second.client_secret : '').split('_secret_')
  const { store } = world.shop.emulator
  const intent = store.get('payment_intent', payment ?? '')
  if (!intent) throw new Error('The bank did not ask.')
  store.put('payment_intent', { ...intent, status })
  return { world, intent, input: { ...input, setup_intent } }
}

test.each(['processing', 'succeeded'] as const)('does not decline a payment that is %s', async (status) => {
  const { world, intent, input } = await settling(status)
  expect(await changeCard(world.ctx, input)).toMatchObject({ kind: 'settling', intent: 'payment' })
  world.shop.emulator.store.put('payment_intent', intent)
  await bank(world, intent.id)
  expect(await changeCard(world.ctx, input)).toMatchObject({ kind: 'changed', billing: { plan: { status: 'active' } } })
})

test('does not decline a card that its bank still checks', async () => {
  const world = await aSubscriber()
  const input = await newCard(world, 'asks')
  const answer = await changeCard(world.ctx, input)
  const setup_intent = answer.kind === 'confirm' ? (answer.setup_intent ?? '') : ''
  const { store } = world.shop.emulator
  const intent = store.get('setup_intent', setup_intent)
  if (!intent) throw new Error('The bank did not ask.')
  store.put('setup_intent', { ...intent, status: 'processing' })
  const again = await changeCard(world.ctx, { ...input, setup_intent })
  expect(again).toEqual({ kind: 'settling', intent: 'setup', setup_intent })
  expect(await last4(world)).toBe('4242')
})

test('does the same submit once', async () => {
  const world = await aDebtor()
  const input = await newCard(world)
  await changeCard(world.ctx, input)
  expect(await changeCard(world.ctx, input)).toMatchObject({ kind: 'changed', billing: { plan: { status: 'active' } } })
  expect((await readBilling(world.ctx)).invoices).toHaveLength(2)
})

test('refuses to change a card without a plan', async () => {
  const world = await aSubscriber()
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  const after = await pass(world, 1000)
  await expect(changeCard(after.ctx, await newCard(world))).rejects.toMatchObject({ code: 'conflict' })
})

test('limits card changes per hour (429) without asking Stripe', async () => {
  const world = await aSubscriber()
  const input = await newCard(world, 'dead')
  for (let tries = 0; tries < CARD_PER_USER.tries; tries++) {
    await expect(changeCard(world.ctx, input)).rejects.toMatchObject({ code: 'card_declined' })
  }
  const before = world.shop.emulator.control.calls().length
  await expect(changeCard(world.ctx, input)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(world.shop.emulator.control.calls()).toHaveLength(before)
})

test('another card needs a proof, paying what is owed needs none', async () => {
  const world = await aSubscriber()
  const stale = { ...world.ctx, realNow: () => world.ctx.realNow() + PROOF_LASTS }
  await expect(changeCard(stale, await newCard(world))).rejects.toMatchObject({ code: 'proof_required' })
  expect(await last4(world)).toBe('4242')
  const debtor = await aDebtor()
  await env.DB.prepare('update sessions set proved_at = 0').run()
  expect(await changeCard(debtor.ctx, await newCard(debtor))).toMatchObject({ kind: 'changed' })
})
