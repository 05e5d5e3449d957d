/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { kinds, live, mails } from '../../../billing/mails/money-mails.fixture.ts'
import {
  aPlusSubscriber,
  book,
  PLUS_YEARLY,
  priceAndSchedule,
  PRO_MONTHLY,
} from '../../../billing/testing/booked-change.fixture.ts'
import { pass, theirPlan, type Subscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { DELETION_WAITS } from '../../../contract/accounts/account-deletion.ts'
import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { readPendingDeletion } from '../../session/pending-deletion.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { aSubscription } from '../../../testing/rows.ts'
import { getMe } from '../get-me.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays, userRow } from './deleted-account.fixture.ts'
import { undoDeletion } from './undo-deletion.ts'

const tokenIn = (text = '') => /token=(\S+)/.exec(text)?.[1] ?? ''

test('deleting ends all sessions and pauses all Applets at once', async () => {
  const world = await anOwner()
  const phone = await world.shop.as(world.user)
  const before = await readSnapshot(world.ctx, world.user.id)
  expect(before?.snapshot.programs.map(({ running }) => running)).toEqual([true, true])
  await deleteAccount(world)
  expect([await getMe(world.ctx), await getMe(phone)]).toEqual([null, null])
  const after = await readSnapshot(world.ctx, world.user.id)
  expect(after?.snapshot).toMatchObject({ maker_key_hash: null })
  expect(after?.snapshot.programs.map(({ running }) => running)).toEqual([false, false])
  expect(after?.snapshot.wanted).toBeGreaterThan(before?.snapshot.wanted ?? 0)
})

test('deleting sets the plan to end and mails the way back', async () => {
  const world = await anOwner()
  const { due_at } = await deleteAccount(world)
  expect(due_at).toBe(world.ctx.now() + DELETION_WAITS)
  expect((await theirPlan(world)).cancel_at_period_end).toBe(true)
  const [mail] = world.ctx.mails().filter(({ template }) => template === 'account_deletion')
  expect(mail).toMatchObject({ to: world.user.email, subject: expect.stringContaining('March 8, 2026') })
  expect(mail?.text).toMatch(/\/account_deletion\?token=/)
  expect(mail?.text).not.toContain('billed by')
})

test('one mail names the end of plan and account', async () => {
  const world = await anOwner()
  await world.shop.deliver()
  await deleteAccount(world)
  await live(world.shop, MINUTE)
  const [, mail, ...others] = mails(world.shop)
  expect(others).toEqual([])
  expect(mail?.template).toBe('account_deletion')
  expect(mail?.text).toContain('On March 8, 2026 we delete everything.')
  expect(mail?.text).toContain(
    "Switchyard Pro does not renew on April 1, 2026, and you won't be charged again. It ends with your account on March 8, 2026.",
  )
})

test('a plan that ends before the account has its own day', async () => {
  const world = await anOwner({ trial: 3 })
  await deleteAccount(world)
  await live(world.shop, MINUTE)
  const text = mails(world.shop).find(({ template }) => template === 'account_deletion')?.text
  expect(text).toContain("Switchyard Pro ends on March 4, 2026, and you won't be charged again.")
})

test('the end of a deleted account is one mail besides its refund', async () => {
  const world = await anOwner({ price: 'price_intermediate_pro_year' })
  await world.shop.deliver()
  await deleteAccount(world)
  await passSevenDays(world)
  expect(kinds(world.shop)).toEqual(['receipt', 'account_deletion', 'refunded', 'account_deleted'])
})

test('an account that is back is mailed with its next payment', async () => {
  const world = await anOwner()
  await world.shop.deliver()
  await deleteAccount(world)
  await live(world.shop, MINUTE)
  const again = await world.shop.as(world.user)
  const { plan } = await undoDeletion(again, {})
  await again.settled()
  await live(world.shop, MINUTE)
  const [, , mail, ...others] = mails(world.shop)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your account is back (Switchyard)')
  expect(mail?.text).toContain(
    'Switchyard Pro goes on. Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242. The plan renews every month until you cancel.',
  )
  // The page says the same.
  expect(mail?.text).toContain(plan.join('\n\n'))
  expect(plan).toHaveLength(1)
})

test('a plan billed by a store is named as theirs to end', async () => {
  const world = await anOwner()
  await world.shop.ctx.db.delete(subscriptions)
  await aSubscription(world.shop.ctx.db, world.user, {
    tier: 'pro',
    payment_type: 'app_store',
    stripe_subscription_id: null,
  })
  await deleteAccount(world)
  expect(world.ctx.mails().at(-1)?.text).toContain('Your plan is billed by the App Store. Only you can end it there.')
})

test('another name than their own deletes nothing', async () => {
  const world = await anOwner()
  const wrong = deleteAccount({ ...world, user: { ...world.user, email: 'other@example.test' } })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await deletionOf(world)).toBeUndefined()
  await deleteAccount({ ...world, user: { ...world.user, email: world.user.login } })
  expect(await deletionOf(world)).toMatchObject({ begun_at: null, done_at: null })
})

test('signing in again shows only that the account is being deleted', async () => {
  const world = await anOwner()
  const { due_at } = await deleteAccount(world)
  const again = await world.shop.as(world.user)
  expect(await getMe(again)).toBeNull()
  expect(await readPendingDeletion(again)).toMatchObject({ email: world.user.email, due_at, store: null })
  expect(await readPendingDeletion(world.ctx)).toBeNull()
})

test('undoing brings the account, its Applets and its plan back', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  world.shop.wait(6 * DAY)
  await undoDeletion(again, {})
  expect(await getMe(again)).toMatchObject({ id: world.user.id })
  expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
  const after = await readSnapshot(again, world.user.id)
  expect(after?.snapshot.programs.map(({ running }) => running)).toEqual([true, true])
  await passSevenDays(world)
  expect(await userRow(world)).toMatchObject({ email: world.user.email, deletes_at: null })
})

test('the mailed link undoes its own deletion once', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  const token = tokenIn(world.ctx.mails().find(({ template }) => template === 'account_deletion')?.text)
  await undoDeletion(world.shop.ctx, { token })
  await expect(undoDeletion(world.shop.ctx, { token })).rejects.toMatchObject({ code: 'invalid_link' })
  world.shop.wait(1000)
  const again = await world.shop.as(world.user)
  await deleteAccount({ ...world, ctx: again })
  await expect(undoDeletion(world.shop.ctx, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('undoing leaves a plan canceled that its user had canceled', async () => {
  const world = await anOwner()
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await world.shop.deliver()
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  await undoDeletion(again, {})
  await again.settled()
  expect((await theirPlan(world)).cancel_at_period_end).toBe(true)
  expect(again.mails().at(-1)?.text).toContain(
    "Switchyard Pro still ends on April 1, 2026, and you won't be charged again.",
  )
})

test('nothing comes back once the seven days are over', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  world.shop.wait(DELETION_WAITS)
  await expect(undoDeletion(again, {})).rejects.toMatchObject({ code: 'deletion_begun' })
})

test.each([
  [PRO_MONTHLY, 'price_intermediate_pro_month', 'Pro for $3.49 a month'],
  [PLUS_YEARLY, 'price_pro_year', 'Pro+ for $99.99 a year'],
])('undoing books the change again that was booked: %j', async (wanted, price, words) => {
  const world = await aPlusSubscriber()
  await book(world, wanted)
  const booked = await planRow(world)
  expect(booked).toMatchObject({ next_plan: wanted.plan, next_interval: wanted.interval })
  await deleteAccount(world)
  expect(await planRow(world)).toMatchObject({ cancel_at_period_end: true, next_plan: null })
  world.shop.wait(6 * DAY)
  const restored = await world.shop.as(world.user)
  await undoDeletion(restored, {})
  await restored.settled()
  expect(restored.mails().at(-1)?.text).toContain(`On April 1, 2026 your plan changes to ${words}.`)
  const { next_plan, next_interval, next_plan_at, next_plan_price } = booked
  const again = { cancel_at_period_end: false, next_plan, next_interval, next_plan_at, next_plan_price }
  expect(await planRow(world)).toMatchObject(again)
  await pass(world, 31 * DAY)
  expect((await priceAndSchedule(world)).price).toBe(price)
})

async function planRow({ shop, user }: Subscriber) {
  const [row] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user.id))
  if (!row) throw new Error('There is no plan.')
  return row
}
