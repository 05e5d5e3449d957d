import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { cancelPlan } from '../change-plan/cancel-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aDebtor, pass, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'

const unpaid = ({ shop }: Subscriber) => shop.emulator.store.all('invoice').map(({ status }) => status)
const ends = (world: Subscriber) => cancelPlan(world.ctx, { last_day: null })

test('an unpaid invoice is voided once its plan has ended', async () => {
  const world = await aDebtor()
  expect(unpaid(world)).toEqual(['open', 'paid'])
  await ends(world)
  expect(unpaid(world)).toEqual(['void', 'paid'])
  expect((await readBilling(world.ctx)).invoices[0]).toMatchObject({ status: 'lapsed', amount_paid: 0 })
})

test('an unpaid invoice stays open while its plan can be paid', async () => {
  const world = await pass(await aDebtor(), DAY)
  expect((await theirPlan(world)).status).toBe('past_due')
  expect(unpaid(world)).toEqual(['open', 'paid'])
})

test.each(['duplicate', 'reorder'] as const)('late webhooks (%s) change nothing about it', async (mode) => {
  const world = await aDebtor()
  await ends(world)
  world.shop.emulator.control.webhooks.mode(mode)
  await world.shop.deliver()
  await world.shop.deliver()
  expect(unpaid(world)).toEqual(['void', 'paid'])
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'free', plan: null, next_charge: null })
})

test('voids what was left when Stripe ended the plan itself', async () => {
  const world = await pass(await aDebtor(), 15 * DAY)
  expect((await theirPlan(world)).status).toBe('canceled')
  await world.shop.deliver()
  expect(unpaid(world)).toEqual(['void', 'paid'])
})
