import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { aSubscriber } from '../testing/subscribed-user.fixture.ts'
import { aBuyer, cancelAtLastDay, newestCharge, kinds, live, mails, noted } from './money-mails.fixture.ts'

test('an unconfirmed address is mailed, a deleted account is not', async () => {
  const { ctx, shop } = await aSubscriber()
  const [row] = await shop.ctx.db.select().from(users)
  expect(row?.email_verified_at).toBeNull()
  await shop.deliver()
  expect(mails(shop).map(({ to }) => to)).toEqual([row?.email])
  const gone = await shop.customer()
  const mail = { kind: 'refunded' as const, subscription: '', subject: 're_1', user_id: gone.id, created_at: ctx.now() }
  await ctx.db.insert(money_mails).values({ ...mail, id: 'mon_1' })
  await ctx.db.delete(users).where(eq(users.id, gone.id))
  await live(shop, MINUTE)
  expect(await noted(shop)).toEqual(['receipt queued'])
})

test.each(['duplicate', 'reorder', 'lost'] as const)('events that come %s send each mail once', async (mode) => {
  const world = await aSubscriber()
  const { shop } = world
  await reconcile(shop.ctx)
  const charge = await newestCharge(world)
  const me = await shop.as(world.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await shop.stripe.refunds.create({ charge, amount: 100 })
  await cancelAtLastDay(world)
  shop.emulator.control.webhooks.mode(mode)
  await shop.deliver()
  await live(shop, 15 * MINUTE)
  await reconcile(shop.ctx)
  await live(shop, MINUTE)
  expect(kinds(shop).toSorted()).toEqual(['canceled', 'plan_changed', 'receipt', 'receipt', 'refunded'])
})

test("dates are the user's own", async () => {
  const { shop } = await aBuyer({ timezone: 'Pacific/Kiritimati' })
  expect(mails(shop)[0]?.text).toContain('on March 2, 2026.')
})
