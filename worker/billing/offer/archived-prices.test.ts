import { expect, test } from 'vitest'
import { creationDay } from '../../contract/ai/creation-day.ts'
import { readAiCreations } from '../../ai/creations/read-ai-creations.ts'
import { PLAN_NOT_SOLD } from '../../contract/refusals-on-pages.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aBillingFixture, anOrder, type BillingFixture } from '../testing/billing.fixture.ts'
import { subscribed } from '../testing/subscribed-user.fixture.ts'
import { getCheckout } from './get-checkout.ts'
import { listPlans } from './list-plans.ts'

const PAYING = { trial_used_at: 1 }
const NOT_SOLD = { code: 'invalid_input', message: PLAN_NOT_SOLD }

async function onSale(shop: BillingFixture) {
  const { plans } = await listPlans(shop.ctx)
  return plans.map(({ plan_id, interval }) => `${plan_id} ${interval}`)
}

test('does not offer a price that is archived at Stripe', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  const order = await anOrder(shop)
  await shop.stripe.prices.update('price_intermediate_pro_month', { active: false })
  await shop.deliver()
  expect(await onSale(shop)).toEqual(['pro month', 'intermediate_pro year', 'pro year'])
  expect(await getCheckout(me)).toMatchObject({ intermediate_pro: { monthly_plan: null, yearly_plan: {} } })
  await expect(subscribe(me, order)).rejects.toMatchObject(NOT_SOLD)
})

test('offers it again once it is active at Stripe', async () => {
  const shop = await aBillingFixture()
  const all = await onSale(shop)
  await shop.stripe.prices.update('price_pro_month', { active: false })
  await shop.deliver()
  expect(await onSale(shop)).not.toEqual(all)
  await shop.stripe.prices.update('price_pro_month', { active: true })
  await shop.deliver()
  expect(await onSale(shop)).toEqual(all)
})

test('offers the other plan when a product is archived', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  await shop.stripe.products.update('prod_pro', { active: false })
  await shop.deliver()
  expect(await onSale(shop)).toEqual(['intermediate_pro month', 'intermediate_pro year'])
  expect(await getCheckout(me)).toMatchObject({ pro: null, intermediate_pro: { monthly_plan: {} } })
  expect(await subscribe(me, await anOrder(shop))).toMatchObject({ status: 'active' })
})

test('says that it is not sold before the event has come', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  await shop.stripe.prices.update('price_intermediate_pro_month', { active: false })
  await expect(subscribe(me, await anOrder(shop))).rejects.toMatchObject(NOT_SOLD)
  expect(shop.emulator.store.all('charge')).toEqual([])
})

test('offers no upgrade to an archived price', async () => {
  const shop = await aBillingFixture()
  const { ctx } = await subscribed(shop, {})
  expect((await readBilling(ctx)).plan).toMatchObject({ upgradable: true })
  await shop.stripe.prices.update('price_pro_month', { active: false })
  await shop.deliver()
  expect((await readBilling(ctx)).plan).toMatchObject({ upgradable: false })
  await expect(proUpgradeDetails(ctx)).rejects.toMatchObject({ code: 'conflict', message: PLAN_NOT_SOLD })
})

test('blocks name the plan that is left, or none', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  await me.db.insert(ai_creations).values({ user_id: user.id, day: creationDay(me.now()), count: 5 })
  const named = async () => (await readAiCreations(me)).enablement_rules.minimum_tier
  expect([await named(), (await readBilling(me)).upgrades]).toEqual(['intermediate_pro', ['intermediate_pro', 'pro']])
  await shop.stripe.products.update('prod_intermediate_pro', { active: false })
  await shop.deliver()
  expect([await named(), (await readBilling(me)).upgrades]).toEqual(['pro', ['pro']])
  await shop.stripe.products.update('prod_pro', { active: false })
  await shop.deliver()
  expect([await named(), (await readBilling(me)).upgrades]).toEqual([null, []])
})
