import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { aBillingFixture, anOrder } from '../testing/billing.fixture.ts'
import { aDebtor, aSubscriber, pass } from '../testing/subscribed-user.fixture.ts'
import { subscribe } from './subscribe.ts'

test('gives no trial after a paid month, with any card', async () => {
  const { shop, user, customer, subscription, ctx } = await aSubscriber()
  await shop.ctx.db.update(users).set({ trial_used_at: null })
  await shop.stripe.subscriptions.cancel(subscription)
  await syncCustomer(ctx, customer)
  expect(await getMe(await shop.as(user))).toMatchObject({ tier: 'free', eligible_for_trial: false })
  const promised = subscribe(ctx, await anOrder(shop, { card: 'otherGood', trial: true }))
  await expect(promised).rejects.toMatchObject({
    code: 'trial_refused',
    message: 'A free trial is for your first plan. You can upgrade without one.',
  })
  expect(await subscribe(ctx, await anOrder(shop, { card: 'otherGood' }))).toMatchObject({ status: 'active' })
})

test('offers no trial to a debtor', async () => {
  const { shop, customer, ctx } = await aDebtor()
  await shop.ctx.db.update(users).set({ trial_used_at: null })
  const { data: open } = await shop.stripe.invoices.list({ customer, status: 'open' })
  expect(open.map(({ amount_remaining }) => amount_remaining)).toEqual([349])
  expect(await getMe(ctx)).toMatchObject({ eligible_for_trial: false })
})

test('gives no trial after a renewal that was never paid', async () => {
  const { shop, user } = await pass(await aDebtor(), 40 * DAY)
  await shop.ctx.db.update(users).set({ trial_used_at: null })
  const me = await shop.as(user)
  expect(await getMe(me)).toMatchObject({ tier: 'free', eligible_for_trial: false })
  await expect(subscribe(me, await anOrder(shop, { card: 'otherGood', trial: true }))).rejects.toMatchObject({
    code: 'trial_refused',
  })
})

test('a first payment that failed leaves the trial to another card', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  const failed = subscribe(await shop.as(user), await anOrder(shop, { card: 'failsAtCharge', trial: false }))
  await expect(failed).rejects.toMatchObject({ code: 'card_declined' })
  const second = await anOrder(shop, { card: 'otherGood', trial: true })
  expect(await subscribe(await shop.as(user), second)).toMatchObject({ status: 'trialing' })
})
