/** @module-tag long */
import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { proUpgradeDetails } from './pro-upgrade-details.ts'
import { readBilling } from '../overview/read-billing.ts'
import { cardGoesBad, pass, subscribed, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'
import { PLAN_LEASE } from '../booked-change/plan-lease.ts'
import { upgradePlan } from './upgrade-plan.ts'

/** Ten days into a month of Pro. `retries`: how often Stripe's client retries, as it does in production. */
async function aPress(given: { retries?: number } = {}): Promise<Subscriber> {
  const shop = await aBillingFixture(given)
  return pass({ shop, ...(await subscribed(shop, {})) }, 10 * DAY)
}
async function promised(world: Subscriber) {
  const { product_id, proration_date, amount_today } = await proUpgradeDetails(world.ctx)
  return { product_id, proration_date, amount_today }
}
/** Shows two tabs a promise at two times, so with two amounts. */
async function twoPromises(world: Subscriber) {
  const first = await promised(world)
  world.ctx.advance(29 * 60_000)
  return [first, await promised(world)] as const
}
const charges = ({ shop }: Subscriber) =>
  shop.emulator.store.all('invoice', ({ billing_reason }) => billing_reason === 'subscription_update')
const SLOW = { kind: 'slow', on: 'POST /v1/subscriptions/*', ms: 50 } as const

test('two tabs upgrading at once make one proration invoice', async () => {
  const world = await aPress({ retries: 2 })
  const [first, second] = await twoPromises(world)
  world.shop.emulator.control.fail(SLOW)
  const answers = await Promise.allSettled([upgradePlan(world.ctx, first), upgradePlan(world.ctx, second)])
  expect(answers.map(({ status }) => status)).toContain('fulfilled')
  expect(charges(world)).toHaveLength(1)
  expect([first.amount_today, second.amount_today]).toContain(charges(world)[0]?.total)
  expect((await getMe(world.ctx))?.tier).toBe('pro')
})

test('a press that died holds the next for a minute at most', async () => {
  const world = await aPress()
  const promise = await promised(world)
  world.shop.io.dieAt(6)
  await upgradePlan(world.ctx, promise).catch(() => {})
  world.shop.io.revive()
  await expect(upgradePlan(world.ctx, promise)).rejects.toMatchObject({ code: 'attempt_in_flight' })
  world.ctx.advance(PLAN_LEASE)
  await upgradePlan(world.ctx, promise)
  expect(charges(world)).toHaveLength(1)
})

test.each(['drop_after_commit', '500_after_commit', '500', 'drop'] as const)(
  'charges once when the press after Stripe fails with %s',
  async (kind) => {
    for (const again of ['the same', 'another'] as const) {
      const world = await aPress()
      const [first, second] = await twoPromises(world)
      world.shop.emulator.control.fail({ kind, on: 'POST /v1/subscriptions/*' })
      await expect(upgradePlan(world.ctx, first)).rejects.toMatchObject({ code: 'payment_failed' })
      await upgradePlan(world.ctx, again === 'the same' ? first : second)
      expect(charges(world)).toHaveLength(1)
      expect(await readBilling(world.ctx)).toMatchObject({ tier: 'pro' })
    }
  },
)

test('asks the bank again on the same press after a decline', async () => {
  const world = await aPress()
  await cardGoesBad(world)
  const promise = await promised(world)
  const declined = { code: 'card_declined' }
  await expect(upgradePlan(world.ctx, promise)).rejects.toMatchObject(declined)
  const ids = world.shop.emulator.control.calls().map(({ request_id }) => request_id)
  await expect(upgradePlan(world.ctx, promise)).rejects.toMatchObject(declined)
  const since = world.shop.emulator.control.calls().filter(({ request_id }) => !ids.includes(request_id))
  const refusals = since.filter(({ method, status }) => method === 'POST' && status === 402)
  // The first response is replayed for the key; the second call uses a new key.
  expect(refusals).toHaveLength(2)
})

test('upgrades again after an operator moves the plan back to Pro', async () => {
  const shop = await aBillingFixture()
  // During a trial no invoice tells the two upgrades apart.
  const world = { shop, ...(await subscribed(shop, { trial: 7 })) }
  const promise = await promised(world)
  await upgradePlan(world.ctx, promise)
  const [item] = (await shop.stripe.subscriptions.retrieve(world.subscription)).items.data
  const items = [{ id: item?.id ?? '', price: 'price_intermediate_pro_month' }]
  await shop.stripe.subscriptions.update(world.subscription, { items })
  const back = await pass(world, 60_000)
  expect(await readBilling(back.ctx)).toMatchObject({ tier: 'intermediate_pro' })
  await upgradePlan(back.ctx, promise)
  expect(await readBilling(back.ctx)).toMatchObject({ tier: 'pro' })
})
