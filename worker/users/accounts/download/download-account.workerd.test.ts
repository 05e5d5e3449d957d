import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aSubscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { connect } from '../../../system/d1/client.ts'
import { users } from '../../../db/schema/accounts.ts'
import { activity_log } from '../../../db/schema/applets.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { EMPTY_DRAFT } from '../../../contract/drafts/draft.ts'
import { sealSecret } from '../../../system/secrets/field-secret.ts'
import { hookColumns, newMakerKey } from '../../../system/secrets/hook-key.ts'
import { call } from '../../../testing/call-api.ts'
import { insertMany } from '../../../testing/insert-many.ts'
import { aConnectedAccount, anApplet, anEnablement, aService, aStep, aUser, signIn } from '../../../testing/rows.ts'
import { emptyDatabase, testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { aUserWithRuns } from '../../../engine/runs/user-with-runs.fixture.ts'
import { deleteAccount } from '../deletion/deleted-account.fixture.ts'
import { downloadAccount } from './download-account.ts'

type File = Record<string, Record<string, unknown>[]> & { complete?: boolean }

const textOf = async (ctx: TestCtx) => new Response((await downloadAccount(ctx)).body).text()
const fileOf = async (ctx: TestCtx): Promise<File> => JSON.parse(await textOf(ctx))

test('the file has account, Applets, connections and invoices', async () => {
  const { ctx, user, shop } = await aSubscriber()
  await aService(shop.ctx.db, { module_name: 'github' })
  const step = await aStep(shop.ctx.db, 'github', 'trigger', 'new_star')
  const applet = await anApplet(shop.ctx.db, user, [{ step, fields: { repo: 'mine' } }])
  await anEnablement(shop.ctx.db, user, applet)
  await aConnectedAccount(shop.ctx.db, user, 'github', { account_name: 'ada@github.test' })
  await anApplet(shop.ctx.db, await shop.customer(), [{ step }], { name: 'Of another' })
  const file = await fileOf(ctx)
  expect(file).toMatchObject({
    format: 1,
    account: [{ email: user.email, login: user.login }],
    connections: [{ module_name: 'github', account_name: 'ada@github.test' }],
    applets: [{ id: applet.id, name: applet.name }],
    applet_versions: [{ version: 1, doc: { steps: [{ slug: step.slug, fields: { repo: 'mine' } }] } }],
    enabled_applets: [{ applet_id: applet.id, status: 'enabled' }],
    subscriptions: [{ plan_id: 'intermediate_pro', status: 'active' }],
    invoices: [{ total: 349, amount_paid: 349, currency: 'usd', status: 'paid' }],
    runs: [],
    complete: true,
  })
  expect(JSON.stringify(file)).not.toContain('Of another')
})

test('long lists come whole and in order', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const rows = Array.from({ length: 1203 }, (_, n) => ({
    id: `act_${n}`,
    user_id: user.id,
    kind: 'enabled',
    created_at: n,
  }))
  await insertMany(ctx.db, activity_log, rows)
  const { activity } = await fileOf(await ctx.as(user))
  expect(activity?.map(({ created_at }) => created_at)).toEqual(rows.map(({ created_at }) => created_at))
})

test('no key, token, hash or sealed value is in the file', async () => {
  const ctx = await testCtx()
  const keys = ctx.settings.TOKEN_KEYS
  const user = await aUser(ctx.db, { password_hash: 'scrypt$16$8$1$SALTSALT$HASHHASH' })
  const runner_id = ctx.runners.newId()
  const maker = await newMakerKey(ctx, runner_id, user.id)
  await ctx.db
    .update(users)
    .set({ ...maker.columns, stripe_customer_id: 'cus_1' })
    .where(eq(users.id, user.id))
  await aService(ctx.db, { module_name: 'github' })
  const step = await aStep(ctx.db, 'github', 'trigger', 'new_star')
  const secret = await sealSecret(keys, user.id, 'https://hooks.example/SECRET')
  const applet = await anApplet(ctx.db, user, [{ step, fields: { url: secret } }])
  const hook = await hookColumns(keys, { user_id: user.id, applet_id: applet.id }, 'HOOKKEY')
  await anEnablement(ctx.db, user, applet, { ...hook, fields: { '0.url': secret } })
  await aConnectedAccount(ctx.db, user, 'github', { access_token: 'k1.ACCESS', refresh_token: 'k1.REFRESH' })
  const step_in_draft = {
    kind: 'trigger' as const,
    key: 'a',
    module_name: 'github',
    slug: 'new_star',
    account_slot: 0,
    asked: [],
    guessed: false,
  }
  const doc = { ...EMPTY_DRAFT, steps: [{ ...step_in_draft, fields: { url: secret, repo: 'mine' } }] }
  await ctx.db.insert(drafts).values({ user_id: user.id, doc, created_at: 1, updated_at: 1 })
  const push = sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at)
    values ('p', ${user.id}, 'https://push.test/ENDPOINT', 'P256DH', 'AUTHAUTH', 1)`
  await ctx.db.run(push)
  const mine = await ctx.as(user)
  const sealed = [...Object.values(maker.columns), ...Object.values(hook), secret, mine.sessionHash].concat([
    'SALTSALT',
    'HASHHASH',
    'HOOKKEY',
    'ACCESS',
    'REFRESH',
    'SECRET',
    'ENDPOINT',
    'P256DH',
    'AUTHAUTH',
    'cus_1',
  ])
  const text = await textOf(mine)
  expect(sealed.filter((value) => text.includes(String(value)))).toEqual([])
  expect(text).not.toMatch(/sealed:|_hash|_sealed|token|p256dh/)
  expect(JSON.parse(text).enabled_applets[0].fields).toEqual({ '0.url': null })
  expect(JSON.parse(text).drafts[0].doc.steps[0].fields).toEqual({ url: null, repo: 'mine' })
})

test('the file has all runs with their contents', async () => {
  const { ctx, ring, runner } = await aUserWithRuns()
  for (let n = 1; n <= 7; n++) await ring(`ring ${n}`)
  const { runs, enabled_applets } = await fileOf(ctx)
  expect(runs).toHaveLength(7)
  expect(enabled_applets).toMatchObject([{ run_count: 7 }])
  expect(JSON.stringify(runs?.[6])).toContain('ring 1')
  const pages = [await runner.exportRuns({ limit: 4 })]
  pages.push(await runner.exportRuns({ limit: 4, before: pages[0]?.next ?? '' }))
  expect(pages.flatMap((page) => page.runs.map(({ id }) => id))).toEqual(runs?.map(({ id }) => id))
  expect(pages[1]?.next).toBeNull()
  expect(runs?.[0]).toMatchObject({ state: 'done', event: { ingredients: expect.any(Array) } })
})

test('an account that is being deleted can still be downloaded', async () => {
  const { ctx, user, shop } = await aSubscriber()
  await deleteAccount({ ctx, user })
  const file = await fileOf(await shop.as(user))
  expect(file).toMatchObject({ account: [{ email: user.email }], complete: true })
})

test('five downloads an hour are allowed', async () => {
  const ctx = await testCtx()
  const mine = await ctx.as(await aUser(ctx.db))
  for (let n = 0; n < 5; n++) await textOf(mine)
  await expect(downloadAccount(mine)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a browser saves the file under a name and date', async () => {
  await emptyDatabase()
  const db = connect(env.DB)
  const { token: session } = await signIn(db, await aUser(db, { login: 'ada' }), Date.now())
  const response = await call('GET', '/api/account_download', { session })
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="switchyard-ada-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toMatchObject({ complete: true })
})

test('a file that breaks off does not say that it is complete', async () => {
  const { ctx, shop } = await aSubscriber()
  shop.emulator.control.fail({ kind: '500', times: 50 })
  const { body } = await downloadAccount(ctx)
  await expect(new Response(body).text()).rejects.toThrow()
})
