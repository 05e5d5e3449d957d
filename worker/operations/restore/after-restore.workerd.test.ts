import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { cancelPlan } from '../../billing/change-plan/cancel-plan.ts'
import { subscribe } from '../../billing/subscribe/subscribe.ts'
import { aBillingFixture, anOrder, atStripe, type BillingFixture } from '../../billing/testing/billing.fixture.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { reconcile_cursors } from '../../db/schema/stripe-events.ts'
import { runners } from '../../db/schema/runners.ts'
import { runCron } from '../jobs/cron.ts'
import { reconcile } from '../../billing/testing/reconcile.fixture.ts'
import { bookmarkDatabase } from '../../testing/time-travel.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { anApplet, aStep, someServices } from '../../testing/rows.ts'
import { markRunners, RESTORE_MARKS } from './restore-marks.ts'

type User = { id: string }

/** Does the writes of `npm run operate -- after-restore`, and lets the minutes that follow pass. */
async function afterRestore({ ctx }: BillingFixture) {
  await env.DB.batch([...RESTORE_MARKS, markRunners(Date.now())].map((sql) => env.DB.prepare(sql)))
  await runCron(ctx, '* * * * *')
  await ctx.settled()
}

async function aPlainApplet({ ctx: { db } }: BillingFixture, author: User) {
  await someServices(db, [
    { module_name: 'webhooks', connect_kind: 'none' },
    { module_name: 'notifications', connect_kind: 'none' },
  ])
  const hook = await aStep(db, 'webhooks', 'trigger', 'web_request')
  const notify = await aStep(db, 'notifications', 'action', 'send')
  return anApplet(db, author, [{ step: hook }, { step: notify }])
}

async function planOf({ ctx }: BillingFixture, user: User) {
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user.id))
  return row && { tier: row.tier, status: row.status, ends: row.cancel_at_period_end, until: row.current_period_end }
}

/** Whether the user's Runner has the Applet. */
async function runs({ ctx }: BillingFixture, user: User, applet: { id: number }): Promise<boolean> {
  const [row] = await ctx.db.select().from(runners).where(eq(runners.user_id, user.id))
  return (await ctx.runners.get(row?.runner_id ?? '').testRun(applet.id)) !== null
}

test('after a restore plans, charges and Runners are right again', async () => {
  const shop = await aBillingFixture()
  const { ctx } = shop
  const [ada, bob, cleo, dan] = [
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
  ]
  const applet = await aPlainApplet(shop, ada)
  await subscribe(await shop.as(bob), await anOrder(shop))
  await shop.deliver()
  const id = { id: applet.id, friendly_id: null }
  for (const user of [cleo, dan]) await enableApplet(await shop.as(user), id)
  await ctx.settled()
  const restore = await bookmarkDatabase()

  await subscribe(await shop.as(ada), await anOrder(shop))
  await cancelPlan(await shop.as(bob), { last_day: (await planOf(shop, bob))?.until ?? null })
  await disableApplet(await shop.as(cleo), id)
  const eve = await shop.customer()
  await subscribe(await shop.as(eve), await anOrder(shop))
  await shop.deliver()
  await ctx.settled()
  expect([await runs(shop, cleo, applet), await runs(shop, dan, applet)]).toEqual([false, true])
  const [adasPlan, bobsPlan] = [await planOf(shop, ada), await planOf(shop, bob)]
  expect([adasPlan?.tier, bobsPlan?.ends]).toEqual(['intermediate_pro', true])
  const charges = shop.emulator.store.all('charge').length

  await restore()
  expect([await planOf(shop, ada), (await planOf(shop, bob))?.ends]).toEqual([undefined, false])
  const logged = listenToLog()
  await afterRestore(shop)

  expect([await planOf(shop, ada), await planOf(shop, bob)]).toEqual([adasPlan, bobsPlan])
  const [again] = await ctx.db.select().from(users).where(eq(users.id, ada.id))
  expect(again?.stripe_customer_id).toBe((await atStripe(shop, ada))[0]?.customer)
  // D1 is the truth of what is on.
  expect([await runs(shop, cleo, applet), await runs(shop, dan, applet)]).toEqual([true, true])
  expect(shop.emulator.store.all('charge')).toHaveLength(charges)
  expect(logged('customer_without_user')).toMatchObject([{ customer: (await atStripe(shop, eve))[0]?.customer }])
  expect(await ctx.db.select().from(reconcile_cursors).where(eq(reconcile_cursors.name, 'after_restore'))).toEqual([])
})

test('after a restore no receipt goes out again', async () => {
  const shop = await aBillingFixture()
  const { ctx } = shop
  const user = await shop.customer()
  await reconcile(ctx)
  const restore = await bookmarkDatabase()
  await subscribe(await shop.as(user), await anOrder(shop))
  await shop.deliver()
  const receipts = () => ctx.db.select().from(money_mails).where(eq(money_mails.kind, 'receipt'))
  expect(await receipts()).toHaveLength(1)
  await restore()
  await afterRestore(shop)
  ctx.advance(HOUR)
  await reconcile(ctx)
  expect(await receipts()).toEqual([])
})

test('a customer who cannot be read holds up no other', async () => {
  const shop = await aBillingFixture()
  const [first, second] = [await shop.customer(), await shop.customer()]
  for (const user of [first, second]) await subscribe(await shop.as(user), await anOrder(shop))
  await shop.ctx.db.delete(subscriptions)
  shop.emulator.control.fail({ kind: '500', on: 'GET /v1/subscriptions', times: 1 })
  const logged = listenToLog()
  await afterRestore(shop)
  expect(logged('customer_not_reread')).toHaveLength(1)
  expect(await shop.ctx.db.select().from(subscriptions)).toHaveLength(1)
})

test('continues after the last customer that it read', async () => {
  const shop = await aBillingFixture()
  const [first, second] = [await shop.customer(), await shop.customer()]
  for (const user of [first, second]) {
    await subscribe(await shop.as(user), await anOrder(shop))
    shop.wait(1000)
  }
  await shop.ctx.db.delete(subscriptions)
  const [newest] = (await shop.stripe.customers.list({ limit: 1 })).data
  await shop.ctx.db.insert(reconcile_cursors).values({ name: 'after_restore', value: newest?.id ?? '' })
  await runCron(shop.ctx, '* * * * *')
  expect(await shop.ctx.db.select().from(subscriptions)).toMatchObject([{ user_id: first.id }])
})
