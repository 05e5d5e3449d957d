import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aSwitcher, balanceOf, refundsOf } from '../../../billing/testing/credit.fixture.ts'
import { DELETION_WAITS } from '../../../contract/accounts/account-deletion.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { applets, enablements } from '../../../db/schema/applets.ts'
import { past_trials } from '../../../db/schema/account-changes.ts'
import { trial_cards } from '../../../db/schema/billing.ts'
import { connected_accounts } from '../../../db/schema/connections.ts'
import { accountOwner, encryptToken } from '../../../system/secrets/token-encryption.ts'
import { anOrder } from '../../../billing/testing/billing.fixture.ts'
import { subscribe } from '../../../billing/subscribe/subscribe.ts'
import { joinAccount } from '../join.ts'
import { readApplet } from '../../../applets/read/read-applet.ts'
import { readSitemap } from '../../../applets/browse/list-sitemaps.ts'
import { SITEMAP_ROWS } from '../../../contract/applets/sitemap.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays, userRow, type Owner } from './deleted-account.fixture.ts'
import { workOnDeletion, workOnDeletions } from './work-on-deletions.ts'

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

test('unused time of a yearly plan is refunded', async () => {
  const world = await anOwner({ price: 'price_intermediate_pro_year' })
  await deleteAccount(world)
  await passSevenDays(world, DELETION_WAITS)
  expect(await deletionOf(world)).toMatchObject({ done_at: expect.any(Number) })
  const [refund] = refundsOf(world)
  expect(refund?.amount).toBeGreaterThan((3499 * 357) / 365)
  expect(refund?.amount).toBeLessThanOrEqual((3499 * 358) / 365 + 1)
})

test('credit for unused time is refunded too', async () => {
  const world = await aSwitcher()
  const credit = -(await balanceOf(world))
  await deleteAccount(world)
  await passSevenDays(world)
  expect(refundsOf(world).map(({ amount }) => amount)).toEqual([credit])
})

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

test('a deleted card and address get no second trial', async () => {
  const world = await anOwner()
  const { ctx, user, shop } = world
  const card = await shop.stripe.paymentMethods.list({ customer: world.customer })
  const fingerprint = card.data[0]?.card?.fingerprint ?? ''
  await ctx.db.insert(trial_cards).values({ fingerprint, user_id: user.id, attempt_id: 'op', created_at: 7 })
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
    SERVICE_CREDENTIALS: { github: { client_id: 'id', client_secret: 'secret' } },
  }
  await passSevenDays({ ...world, shop: { ...world.shop, ctx: { ...world.shop.ctx, fetch, settings } } })
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/api\.github\.com\/applications\/id\/grant .*token-1/)])
})

async function accountRow({ ctx }: Owner) {
  const [row] = await ctx.db.select().from(connected_accounts)
  if (!row) throw new Error('Nothing is connected.')
  return row
}

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

test('nobody else works on a deletion under way', async () => {
  const world = await anOwner()
  await deleteAccount(world)
  world.shop.wait(DELETION_WAITS)
  await Promise.all([workOnDeletion(world.shop.ctx, world.user.id), workOnDeletion(world.shop.ctx, world.user.id)])
  expect((await deletionOf(world))?.attempts).toBe(2)
})
