/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { trial_promotions } from '../../db/schema/trial-promotions.ts'
import { readSubscription } from '../subscribe/read-subscription.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { anOrder, TRIAL_COUPON_BEHAVIORS } from '../testing/billing.fixture.ts'
import {
  alerts,
  aPromisedTrial,
  charges,
  credits,
  days,
  promotionStates,
  sync,
  untilFirstPayment,
} from './promised-trial.fixture.ts'

afterEach(() => void vi.restoreAllMocks())

describe.each(TRIAL_COUPON_BEHAVIORS)('with a once-coupon that the trial’s invoice has %s', (once) => {
  test('charges what checkout promised, then the full price', async () => {
    const said = alerts()
    const world = await aPromisedTrial({ once })
    await untilFirstPayment(world)
    expect([charges(world), credits(world), said()]).toEqual([[279], [], []])
    await days(world.shop, 31)
    expect(charges(world)).toEqual([279, 349])
    expect(await promotionStates(world)).toEqual(['kept'])
  })

  test.each([
    ['WELCOME20', true, [2799]],
    ['HOLIDAY', false, [269, 349, 349, 349]],
    ['FOREVER10', false, [314, 314, 314, 314]],
    ['THREE30', false, [244, 244, 244, 349]],
  ])('charges as promised with %s, yearly %s', async (code, yearly, expected) => {
    const world = await aPromisedTrial({ once, code, yearly })
    await untilFirstPayment(world)
    await days(world.shop, 31 * 3)
    expect(charges(world)).toEqual(expected)
    expect(credits(world)).toEqual([])
  })

  test('creates the subscription without the promotion and gives it afterward', async () => {
    const world = await aPromisedTrial({ once })
    const [created] = world.shop.emulator.control.calls().filter(({ path }) => path === '/v1/subscriptions')
    expect(created?.params).not.toContain('discounts')
    const { discounts } = await world.shop.stripe.subscriptions.retrieve(world.id)
    expect(discounts).toHaveLength(1)
    expect(await promotionStates(world)).toEqual(['given'])
  })

  test('gives a used-up code’s coupon instead', async () => {
    const world = await aPromisedTrial({ once, code: 'LAST', lost: true })
    const other = await world.shop.customer({ trial_used_at: 1 })
    await subscribe(await world.shop.as(other), await anOrder(world.shop, { promo_code: 'LAST' }), { key: 'b' })
    await untilFirstPayment(world)
    expect([charges(world), credits(world)]).toEqual([[174, 174], []])
  })

  test('credits the difference if the coupon has ended', async () => {
    const said = alerts()
    const world = await aPromisedTrial({ once, lost: true })
    await world.shop.stripe.coupons.del('welcome20')
    await days(world.shop, 1)
    expect(said()).toEqual(['promotion_not_attached', 'promotion_not_as_promised'])
    await untilFirstPayment(world)
    expect([charges(world), credits(world)]).toEqual([[279], [70]])
    expect(await promotionStates(world)).toEqual(['kept'])
  })
})

test('compares the preview again three days before the end', async () => {
  const said = alerts()
  const world = await aPromisedTrial()
  await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
  await days(world.shop, 3)
  expect([said(), credits(world)]).toEqual([[], []])
  await days(world.shop, 1)
  expect([said(), credits(world), charges(world)]).toEqual([['promotion_not_as_promised'], [70], []])
  await untilFirstPayment(world)
  expect([charges(world), credits(world), said()]).toEqual([[279], [70], ['promotion_not_as_promised']])
})

test('takes no credit back when the customer pays less', async () => {
  const said = alerts()
  const world = await aPromisedTrial()
  await world.shop.stripe.subscriptions.update(world.id, { discounts: [{ coupon: 'last' }] })
  await untilFirstPayment(world)
  expect([charges(world), credits(world)]).toEqual([[174], []])
  expect(said()).toContain('promotion_not_as_promised')
})

test('credits a draft first invoice before it is charged', async () => {
  const world = await aPromisedTrial()
  world.shop.emulator.control.webhooks.mode('lost')
  await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
  world.shop.wait(7 * DAY)
  await sync(world)
  expect(credits(world)).toEqual([70])
  world.shop.wait(2 * HOUR)
  expect(charges(world)).toEqual([279])
})

test('credits afterward what was charged while every event was lost', async () => {
  const world = await aPromisedTrial({ lost: true })
  world.shop.emulator.control.webhooks.mode('lost')
  world.shop.wait(8 * DAY)
  expect(charges(world)).toEqual([349])
  await reconcile(world.shop.ctx)
  await sync(world)
  expect(credits(world)).toEqual([70])
  world.shop.wait(31 * DAY)
  expect(charges(world)).toEqual([349, 279])
})

test('waits for a failed first payment before it credits', async () => {
  const world = await aPromisedTrial({ card: 'failsAtCharge' })
  await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
  world.shop.wait(7 * DAY + 2 * HOUR)
  await sync(world)
  expect([await promotionStates(world), credits(world)]).toEqual([['given'], []])
  world.shop.wait(15 * DAY)
  await sync(world)
  expect([await promotionStates(world), credits(world)]).toEqual([['dropped'], []])
})

test('the schedule gives the promotion when no event arrives', async () => {
  const world = await aPromisedTrial({ lost: true })
  world.shop.emulator.control.webhooks.mode('lost')
  expect(await promotionStates(world)).toEqual(['promised'])
  world.shop.wait(15 * MINUTE)
  await reconcile(world.shop.ctx)
  expect(await promotionStates(world)).toEqual(['given'])
})

test('the schedule compares when trial_will_end is lost', async () => {
  const said = alerts()
  const world = await aPromisedTrial()
  world.shop.emulator.control.webhooks.mode('lost')
  await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
  world.shop.wait(4 * DAY)
  await reconcile(world.shop.ctx)
  expect([credits(world), said()]).toEqual([[70], ['promotion_not_as_promised']])
})

test('waits while the trial’s invoice is a draft', async () => {
  const world = await aPromisedTrial({ lost: true })
  const { store } = world.shop.emulator
  const [invoice] = store.all('invoice')
  if (!invoice) throw new Error('The trial has no invoice.')
  store.put('invoice', { ...invoice, status: 'draft' })
  await sync(world)
  expect(await promotionStates(world)).toEqual(['promised'])
  store.put('invoice', invoice)
  await sync(world)
  expect(await promotionStates(world)).toEqual(['given'])
})

test('keeps the discounts that an operator gave', async () => {
  const world = await aPromisedTrial({ lost: true })
  await world.shop.stripe.subscriptions.update(world.id, { discounts: [{ coupon: 'forever10' }] })
  await sync(world)
  expect((await world.shop.stripe.subscriptions.retrieve(world.id)).discounts).toHaveLength(2)
})

test('redeems no code for a trial whose card was not confirmed', async () => {
  const world = await aPromisedTrial({ card: 'asks' })
  const used = () => world.shop.emulator.store.all('promotion_code').map(({ times_redeemed }) => times_redeemed)
  expect(await promotionStates(world)).toEqual(['promised'])
  world.shop.bank('no', world.answer.pending_setup_intent?.client_secret)
  await expect(readSubscription(await world.shop.as(world.user), world.id)).rejects.toMatchObject({
    code: 'card_declined',
  })
  await days(world.shop, 1)
  expect(Math.max(...used())).toBe(0)
})

test('gives the promotion once the bank has confirmed the card', async () => {
  const world = await aPromisedTrial({ card: 'asks' })
  world.shop.bank('yes', world.answer.pending_setup_intent?.client_secret)
  await readSubscription(await world.shop.as(world.user), world.id)
  expect(await promotionStates(world)).toEqual(['given'])
})

test('stores no promise without a trial', async () => {
  const { shop } = await aPromisedTrial()
  await shop.ctx.db.delete(trial_promotions)
  const paying = await shop.customer({ trial_used_at: 1 })
  await subscribe(await shop.as(paying), await anOrder(shop, { promo_code: 'WELCOME20' }), { key: 'b' })
  expect(await promotionStates({ shop })).toEqual([])
  expect(charges({ shop })).toEqual([279])
})

test.each(['500', '500_after_commit', 'drop', 'drop_after_commit', '409_lock_timeout', '429'] as const)(
  'gives the promotion and credits once when Stripe fails: %s',
  async (kind) => {
    const world = await aPromisedTrial({ lost: true })
    const { control } = world.shop.emulator
    control.fail({ kind, on: 'POST /v1/subscriptions/*' })
    await sync(world)
    await sync(world)
    const { discounts } = await world.shop.stripe.subscriptions.retrieve(world.id)
    expect(discounts).toHaveLength(1)
    await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
    world.shop.wait(5 * DAY)
    control.fail({ kind, on: 'POST /v1/customers/*/balance_transactions' })
    await sync(world)
    await sync(world)
    expect(credits(world)).toEqual([70])
  },
)
