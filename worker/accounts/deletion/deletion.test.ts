import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { theirPlan } from '../../billing/testing/subscribed-user.fixture.ts'
import { aSwitcher, balanceOf, refundsOf } from '../../billing/testing/credit.fixture.ts'
import { DELETION_WAITS } from '../../contract/accounts/account-deletion.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { past_trials } from '../../db/schema/account-changes.ts'
import { subscriptions, trial_cards } from '../../db/schema/billing.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { accountOwner, encryptToken } from '../../secrets/token-encryption.ts'
import { anOrder } from '../../billing/testing/billing.fixture.ts'
import { subscribe } from '../../billing/subscribe/subscribe.ts'
import { joinAccount } from '../join.ts'
import { runners } from '../../db/schema/runners.ts'
import { readApplet } from '../../applets/read/read-applet.ts'
import { readSitemap } from '../../applets/browse/list-sitemaps.ts'
import { SITEMAP_ROWS } from '../../contract/applets/sitemap.ts'
import { readPendingDeletion } from '../../session/pending-deletion.ts'
import { readSnapshot } from '../../runner-sync/read-snapshot.ts'
import { ensureRunner } from '../../runner-sync/ensure-runner.ts'
import { aSubscription } from '../../testing/rows.ts'
import { getMe } from '../get-me.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays, userRow, type Owner } from './deleted-account.fixture.ts'
import { undoDeletion } from './undo-deletion.ts'
import { workOnDeletion, workOnDeletions } from './work-on-deletions.ts'

const tokenIn = (text = '') => /token=(\S+)/.exec(text)?.[1] ?? ''

// §D41-20
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

// §D41-21
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

// §D41-22
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

// §D41-23
test('another name than their own deletes nothing', async () => {
  const world = await anOwner()
  const wrong = deleteAccount({ ...world, user: { ...world.user, email: 'other@example.test' } })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await deletionOf(world)).toBeUndefined()
  await deleteAccount({ ...world, user: { ...world.user, email: world.user.login } })
  expect(await deletionOf(world)).toMatchObject({ begun_at: null, done_at: null })
})

// §D41-24
test('signing in again shows only that the account is being deleted', async () => {
  const world = await anOwner()
  const { due_at } = await deleteAccount(world)
  const again = await world.shop.as(world.user)
  expect(await getMe(again)).toBeNull()
  expect(await readPendingDeletion(again)).toMatchObject({ email: world.user.email, due_at, store: null })
  expect(await readPendingDeletion(world.ctx)).toBeNull()
})

// §D41-25
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

// §D41-26
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

// §D41-27
test('undoing leaves a plan canceled that its user had canceled', async () => {
  const world = await anOwner()
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await world.shop.deliver()
  await deleteAccount(world)
  await undoDeletion(await world.shop.as(world.user), {})
  expect((await theirPlan(world)).cancel_at_period_end).toBe(true)
})

// §D41-28
test('nothing comes back once the seven days are over', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  const again = await world.shop.as(world.user)
  world.shop.wait(DELETION_WAITS)
  await expect(undoDeletion(again, {})).rejects.toMatchObject({ code: 'deletion_begun' })
})

// §D41-30
test('on day seven the plan ends without a further charge', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  await passSevenDays(world)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
  const { store } = world.shop.emulator
  expect(store.all('subscription').map(({ status }) => status)).toEqual(['canceled'])
  expect(store.all('charge').map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[349, 0]])
  expect(await world.shop.stripe.customers.retrieve(world.customer)).toMatchObject({ deleted: true })
})

// §D41-31
test('unused time of a yearly plan is refunded', async () => {
  const world = await anOwner({ price: 'price_intermediate_pro_year' })
  await deleteAccount(world)
  await passSevenDays(world, DELETION_WAITS)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
  const [refund] = refundsOf(world)
  expect(refund?.amount).toBeGreaterThan((3499 * 357) / 365)
  expect(refund?.amount).toBeLessThanOrEqual((3499 * 358) / 365 + 1)
})

// §D41-31
test('credit for unused time is refunded too', async () => {
  const world = await aSwitcher()
  const credit = -(await balanceOf(world))
  await deleteAccount(world)
  await passSevenDays(world)
  expect(refundsOf(world).map(({ amount }) => amount)).toEqual([credit])
})

// §D41-32
test('a deleted Runner is never made again', async () => {
  const world = await anOwner()
  const { ctx, user } = world
  const id = await ensureRunner(ctx, user.id)
  const late = await readSnapshot(ctx, user.id)
  if (!late) throw new Error('There is no snapshot.')
  await ctx.runners.get(id).sync(late.snapshot)
  expect((await ctx.runners.get(id).health([world.published.id])).length).toBe(1)
  await deleteAccount(world)
  await passSevenDays(world)
  expect((await ctx.db.select().from(runners).where(eq(runners.user_id, user.id)))[0]?.deleted_at).not.toBeNull()
  const later = { ...late.snapshot, wanted: late.snapshot.wanted + DAY }
  await ctx.runners.get(id).sync(later)
  await ctx.runners.get(id).wake()
  expect(await ctx.runners.get(id).health([world.published.id])).toEqual([])
  await expect(ensureRunner(ctx, user.id)).rejects.toThrow('no Runner')
})

// §D41-33
test('published Applets stay under a former author', async () => {
  const world = await anOwner()
  const { published, draft, shared } = world
  await deleteAccount(world)
  await passSevenDays(world)
  const left = await world.ctx.db
    .select()
    .from(applets)
    .where(inArray(applets.id, [published.id, draft.id, shared.id]))
  expect(left.map(({ id, archived_at }) => [id, archived_at])).toEqual([
    [published.id, null],
    [shared.id, null],
  ])
  expect(await readApplet(world.shop.ctx, { id: published.id, friendly_id: null })).toMatchObject({
    applet: { author: 'Former author' },
  })
  const { entries } = await readSitemap(world.shop.ctx, {
    kind: 'applets',
    page: Math.floor(published.id / SITEMAP_ROWS),
  })
  expect(entries.map(({ path }) => path)).toEqual([expect.stringContaining('/applets/')])
})

// §D41-34
test('taken down Applets run on only for those who use them', async () => {
  const world = await anOwner()
  const { published, draft, shared, other } = world
  await deleteAccount(world, true)
  await passSevenDays(world)
  const all = inArray(applets.id, [published.id, draft.id, shared.id])
  const left = await world.ctx.db.select().from(applets).where(all)
  expect(left.map(({ id, archived_at }) => [id, archived_at !== null])).toEqual([[shared.id, true]])
  const used = await world.ctx.db.select().from(enablements)
  expect(used.map(({ user_id, status }) => [user_id, status])).toEqual([[other.id, 'enabled']])
})

// §D41-38
test('a deleted card and address get no second trial', async () => {
  const world = await anOwner()
  const { ctx, user, shop } = world
  const card = await shop.stripe.paymentMethods.list({ customer: world.customer })
  const fingerprint = card.data[0]?.card?.fingerprint ?? ''
  await ctx.db.insert(trial_cards).values({ fingerprint, user_id: user.id, operation_id: 'op', created_at: 7 })
  await deleteAccount(world)
  await passSevenDays(world)
  const kept = await ctx.db.select().from(past_trials)
  expect(kept.map(({ used_at }) => used_at).toSorted()).toEqual([0, 7])
  expect(JSON.stringify(kept)).not.toContain(fingerprint)
  const joined = { email: user.email, login: 'again', password: 'plum orbit velvet canoe' }
  const { me } = await joinAccount({ ...shop.ctx, sessionHash: null }, joined)
  expect(me.eligible_for_trial).toBe(false)
  const other = await shop.as(await shop.customer())
  const order = await anOrder(shop, { trial: true })
  await expect(subscribe(other, order, { key: 'k' })).rejects.toMatchObject({ code: 'trial_refused' })
})

// §D41-39
test('grants are revoked at the services', async () => {
  const world = await anOwner()
  const asked: string[] = []
  const sealed = await encryptToken(world.ctx.settings.TOKEN_KEYS, accountOwner(await accountRow(world)), 'token-1')
  await world.ctx.db.update(connected_accounts).set({ access_token: sealed })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${String(input instanceof Request ? input.url : input)} ${String(init?.body)}`)
    return new Response(null, { status: 200 })
  }
  await deleteAccount(world)
  expect(asked).toEqual([])
  const settings = {
    ...world.ctx.settings,
    SERVICE_CREDENTIALS: { octoforge: { client_id: 'id', client_secret: 'secret' } },
  }
  await passSevenDays({ ...world, shop: { ...world.shop, ctx: { ...world.shop.ctx, fetch, settings } } })
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/octoforge\.test\/revoke .*token=token-1/)])
})

async function accountRow({ ctx }: Owner) {
  const [row] = await ctx.db.select().from(connected_accounts)
  if (!row) throw new Error('Nothing is connected.')
  return row
}

// §D41-35
test('a step that fails is done again by a later round', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  world.shop.wait(DELETION_WAITS)
  world.shop.emulator.control.fail({ kind: '500', times: 50 })
  await workOnDeletions(world.shop.ctx, world.shop.ctx.now())
  expect(await deletionOf(world)).toMatchObject({ done_at: null, attempts: 2 })
  expect(await userRow(world)).toMatchObject({ email: world.user.email })
  world.shop.emulator.control.clearFaults()
  await passSevenDays(world, DAY)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
})

// §D41-35
test('nobody else works on a deletion under way', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  world.shop.wait(DELETION_WAITS)
  await Promise.all([workOnDeletion(world.shop.ctx, world.user.id), workOnDeletion(world.shop.ctx, world.user.id)])
  expect((await deletionOf(world))?.attempts).toBe(2)
})
