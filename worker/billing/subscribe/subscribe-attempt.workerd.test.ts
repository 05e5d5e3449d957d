import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { PAYMENT_PROBLEM } from '../../contract/payment-words.ts'
import { getCheckout } from '../offer/get-checkout.ts'
import { listPlans } from '../offer/list-plans.ts'
import { readSubscription } from './read-subscription.ts'
import { subscribe } from './subscribe.ts'
import { subscribe_attempts } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { ATTEMPT_LEASE } from '../../db/billing/subscribe-attempts.ts'

const PAYING = { trial_used_at: 1 }
const CREATE = 'POST /v1/subscriptions'

async function aBuyer(options: Parameters<typeof aBillingFixture>[0] = {}) {
  const shop = await aBillingFixture(options)
  const user = await shop.customer(PAYING)
  return { shop, user, me: await shop.as(user), order: await anOrder(shop) }
}

function charges(shop: BillingFixture): number {
  return shop.emulator.store.all('charge').filter(({ status }) => status === 'succeeded').length
}

async function once({ shop, user }: { shop: BillingFixture; user: { id: string } }) {
  expect(await atStripe(shop, user)).toMatchObject([{ status: 'active' }])
  expect(charges(shop)).toBe(1)
  expect((await getMe(await shop.as(user)))?.tier).toBe('intermediate_pro')
}

test('the same key at once makes one call wait, then agree', async () => {
  const world = await aBuyer()
  const { shop, user, order } = world
  const both = await Promise.allSettled(
    [1, 2].map(async () => subscribe(await shop.as(user), order, { key: 'submit-1' })),
  )
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'attempt_in_flight', status: 409 },
  })
  const done = both.find(({ status }) => status === 'fulfilled')
  const again = await subscribe(await shop.as(user), order, { key: 'submit-1' })
  expect(done).toMatchObject({ value: { subscription_id: again.subscription_id } })
  expect(await readSubscription(world.me, again.subscription_id)).toMatchObject({ status: 'active' })
  await once(world)
})

test('does not buy twice at once without a key', async () => {
  const world = await aBuyer()
  const both = await Promise.allSettled(
    [1, 2, 3].map(async () => subscribe(await world.shop.as(world.user), world.order)),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await once(world)
})

test('rejects the same key for another plan (422)', async () => {
  const world = await aBuyer()
  const { shop, me, order } = world
  await subscribe(me, order, { key: 'submit-1' })
  const other = subscribe(me, await anOrder(shop, { plan: 'pro' }), { key: 'submit-1' })
  await expect(other).rejects.toMatchObject({ code: 'attempt_changed', status: 422 })
  await once(world)
})

test('repeats a decline for the same key without asking Stripe', async () => {
  const { shop, me } = await aBuyer()
  const order = await anOrder(shop, { card: 'noFunds' })
  const first = await subscribe(me, order, { key: 'submit-1' }).catch((error: unknown) => error)
  const calls = shop.emulator.control.calls().length
  await expect(subscribe(me, order, { key: 'submit-1' })).rejects.toMatchObject({
    code: 'card_declined',
    message: 'Your card has insufficient funds.',
  })
  expect(first).toMatchObject({ code: 'card_declined', message: 'Your card has insufficient funds.' })
  expect(shop.emulator.control.calls()).toHaveLength(calls)
})

test('keeps equal keys of two users apart', async () => {
  const { shop, me, order } = await aBuyer()
  await subscribe(me, order, { key: 'k' })
  const other = await shop.as(await shop.customer(PAYING))
  expect(await subscribe(other, await anOrder(shop), { key: 'k' })).toMatchObject({ status: 'active' })
})

test.each(['500', 'drop'] as const)('the same key succeeds after Stripe fails (%s)', async (kind) => {
  const world = await aBuyer()
  const { shop, me, order } = world
  shop.emulator.control.fail({ kind, on: CREATE })
  await expect(subscribe(me, order, { key: 'submit-1' })).rejects.toMatchObject({
    code: 'payment_failed',
    status: 502,
    message: PAYMENT_PROBLEM,
  })
  expect((await getMe(await shop.as(world.user)))?.tier).toBe('free')
  expect(await subscribe(me, order, { key: 'submit-1' })).toMatchObject({ status: 'active' })
  await once(world)
})

test.each([CREATE, 'POST /v1/payment_methods/*'])('after a 429 of %s another key buys at once', async (on) => {
  const world = await aBuyer()
  const { shop, me, user, order } = world
  shop.emulator.control.fail({ kind: '429', on })
  const refused = { code: 'payment_not_sent', status: 503, message: PAYMENT_PROBLEM }
  await expect(subscribe(me, order, { key: 'a' })).rejects.toMatchObject(refused)
  await expect(subscribe(me, order, { key: 'a' })).rejects.toMatchObject(refused)
  expect(await subscribe(await shop.as(user), await anOrder(shop), { key: 'b' })).toMatchObject({ status: 'active' })
  await once(world)
})

test('a 429 after a lost response leaves the outcome unknown', async () => {
  const world = await aBuyer({ retries: 2 })
  const { shop, me, user, order } = world
  shop.emulator.control.fail({ kind: 'drop_after_commit', on: CREATE })
  shop.emulator.control.fail({ kind: '429', on: CREATE })
  await expect(subscribe(me, order, { key: 'a' })).rejects.toMatchObject({ code: 'payment_failed', status: 502 })
  const second = subscribe(await shop.as(user), await anOrder(shop), { key: 'b' })
  await expect(second).rejects.toMatchObject({ code: 'already_subscribed' })
  await once(world)
})

test('retries a Stripe conflict (409) at most twice', async () => {
  const world = await aBuyer({ retries: 2 })
  const { shop, me, order } = world
  shop.emulator.control.fail({ kind: '409_lock_timeout', on: CREATE, times: 2 })
  expect(await subscribe(me, order, { key: 'a' })).toMatchObject({ status: 'active' })
  await once(world)
})

test('a lasting conflict is a payment problem that may be retried', async () => {
  const world = await aBuyer()
  const { shop, me, order } = world
  shop.emulator.control.fail({ kind: '409_lock_timeout', on: CREATE })
  await expect(subscribe(me, order, { key: 'a' })).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toMatchObject([{ state: 'claimed', leased_until: 0 }])
  expect(await subscribe(me, order, { key: 'a' })).toMatchObject({ status: 'active' })
  await once(world)
})

test('serves plans, checkout and paid tiers while Stripe is down', async () => {
  const world = await aBuyer()
  const { shop, me, order, user } = world
  await subscribe(me, order)
  shop.emulator.control.fail({ kind: 'drop', times: 1000 })
  expect((await listPlans(shop.ctx)).plans).toHaveLength(4)
  const again = await shop.as(user)
  expect(await getCheckout(again)).toMatchObject({ held: { plan_id: 'intermediate_pro', payment_type: 'stripe' } })
  expect((await getMe(again))?.tier).toBe('intermediate_pro')
})

test('keeps a subscriber’s tier while KV is down', async () => {
  const { shop, user, me, order } = await aBuyer()
  const broken = () => Promise.reject(new Error('KV is down.'))
  const kv = Object.assign(Object.create(me.kv), { get: broken, put: broken, delete: broken })
  await subscribe({ ...me, kv }, order)
  const again = { ...(await shop.as(user)), kv }
  expect((await getMe(again))?.tier).toBe('intermediate_pro')
})

test('charges nothing for a session that has ended', async () => {
  const { shop, user, order } = await aBuyer()
  const me = await shop.as(user)
  await shop.ctx.db.delete(sessions)
  await expect(subscribe(me, order)).rejects.toMatchObject({ code: 'not_signed_in', status: 401 })
  expect(await atStripe(shop, user)).toEqual([])
})

test('another key waits a minute for the first, then buys once', async () => {
  const world = await aBuyer()
  const { shop, user, order } = world
  shop.emulator.control.fail({ kind: 'drop', on: CREATE })
  await expect(subscribe(await shop.as(user), order, { key: 'a' })).rejects.toMatchObject({ code: 'payment_failed' })
  const second = async () => subscribe(await shop.as(user), await anOrder(shop), { key: 'b' })
  // Repeated tries do not extend the wait.
  for (let waited = 0; waited < ATTEMPT_LEASE; waited += ATTEMPT_LEASE / 4) {
    await expect(second()).rejects.toMatchObject({ code: 'attempt_in_flight', status: 409 })
    shop.ctx.advance(ATTEMPT_LEASE / 4)
  }
  expect(await second()).toMatchObject({ status: 'active' })
  await once(world)
  await expect(subscribe(await shop.as(user), order, { key: 'a' })).rejects.toMatchObject({ code: 'payment_failed' })
})

test('another key finds a paid plan after a lost response', async () => {
  const world = await aBuyer()
  const { shop, user, order } = world
  shop.emulator.control.fail({ kind: 'drop_after_commit', on: CREATE })
  await subscribe(await shop.as(user), order, { key: 'a' }).catch(() => {})
  const second = subscribe(await shop.as(user), await anOrder(shop, { plan: 'pro' }), { key: 'b' })
  await expect(second).rejects.toMatchObject({ code: 'already_subscribed' })
  await once(world)
})

test('finishes what exists after Stripe forgets the key, creating nothing', async () => {
  for (const kind of ['drop', 'drop_after_commit'] as const) {
    const world = await aBuyer()
    const { shop, user, order } = world
    shop.emulator.control.fail({ kind, on: CREATE })
    await subscribe(await shop.as(user), order, { key: 'a' }).catch(() => {})
    shop.ctx.advance(DAY)
    const again = subscribe(await shop.as(user), order, { key: 'a' })
    if (kind === 'drop') await expect(again).rejects.toMatchObject({ code: 'payment_failed' })
    else await expect(again).resolves.toMatchObject({ status: 'active' })
    expect(charges(shop)).toBe(kind === 'drop' ? 0 : 1)
  }
})

test('ignores a key longer than Stripe accepts', async () => {
  const { me, order } = await aBuyer()
  await expect(subscribe(me, order, { key: 'k'.repeat(256) })).rejects.toMatchObject({ code: 'malformed' })
})
