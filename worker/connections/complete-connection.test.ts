import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { activity_log } from '../db/schema/applets.ts'
import { aSubscription } from '../testing/rows.ts'
import { activateServices } from './activate.ts'
import { connected_accounts, services } from '../db/schema/connections.ts'
import {
  accountRow,
  accountRows,
  aConnectionFixture,
  begin,
  comeBack,
  connectService,
  failedAt,
  outcome,
  RETURN_TO,
  wanting,
  type ConnectionFixture,
} from './testing/connection.fixture.ts'
import { accountOwner, decryptToken } from '../system/secrets/token-encryption.ts'

let world: ConnectionFixture
beforeEach(async () => {
  world = await aConnectionFixture()
})

test('exchanges the code, stores encrypted tokens and logs it', async () => {
  const { ctx, user, provider } = world
  expect(await comeBack(ctx, await world.allowed())).toEqual({ to: RETURN_TO, flash: 'GitHub is connected.' })
  const [account, ...more] = await accountRows(ctx)
  expect(more).toEqual([])
  expect(account).toMatchObject({
    user_id: user.id,
    module_name: 'github',
    account_id: 'ada',
    account_name: 'ada@example.test',
    status: 'connected',
    scopes: 'read write',
    expires_at: ctx.now() + 3_600_000,
    version: 1,
  })
  for (const token of provider.tokens()) expect(JSON.stringify(account)).not.toContain(token)
  const owner = accountOwner(account ?? { user_id: '', module_name: '', account_id: '' })
  expect(await decryptToken(ctx.settings.TOKEN_KEYS, owner, account?.access_token ?? '')).toBe(provider.tokens()[0])
  expect(await ctx.db.select().from(activity_log)).toMatchObject([
    {
      user_id: user.id,
      kind: 'service_connected',
      detail: { module_name: 'github', account_name: 'ada@example.test' },
    },
  ])
})

test('continues with the next service and ends at the start', async () => {
  const { ctx, provider } = world
  const completed = await comeBack(ctx, await world.allowed(['github', 'feeds', 'google_sheets']))
  const next = `/activate?c[]=github&c[]=feeds&c[]=google_sheets&return_to=${encodeURIComponent(RETURN_TO)}`
  expect(completed.to.replace(/&continuation=[\w.-]+$/, '')).toBe(next)
  const second = provider.allow(await begin(ctx, ['github', 'feeds', 'google_sheets']))
  expect(second.pathname).toBe('/api/connections/callback/google_sheets')
  expect(await comeBack(ctx, second)).toEqual({ to: RETURN_TO, flash: 'Google Sheets is connected.' })
})

test('skips a service connected in another tab', async () => {
  const { ctx, provider } = world
  const first = await world.allowed(['github', 'google_sheets'])
  await connectService(ctx, provider, 'google_sheets')
  expect(await comeBack(ctx, first)).toEqual({ to: RETURN_TO, flash: 'GitHub is connected.' })
})

test('keeps the first service and resumes when the second fails', async () => {
  const { ctx, provider } = world
  await comeBack(ctx, await world.allowed(['github', 'google_sheets']))
  const second = provider.allow(await begin(ctx, ['github', 'google_sheets']))
  provider.failNext('/token', () => new Response('down', { status: 503 }))
  expect((await comeBack(ctx, second)).to).toContain('connection_failed')
  expect((await accountRows(ctx)).map((row) => row.module_name)).toEqual(['github'])
  expect(await begin(ctx, ['github', 'google_sheets'])).toMatch('https://google_sheets.example/')
})

test('repairs an account connected again and keeps its id', async () => {
  const { ctx, provider } = world
  const before = await connectService(ctx, provider, 'github')
  await ctx.db.update(connected_accounts).set({ status: 'broken' }).where(eq(connected_accounts.id, before.id))
  ctx.advance(1000)
  expect((await comeBack(ctx, await world.allowed())).flash).toBe('GitHub is connected.')
  const after = await accountRow(ctx, before.id)
  expect(after).toMatchObject({ status: 'connected', version: 2, created_at: before.created_at, updated_at: ctx.now() })
  expect(after.access_token).not.toBe(before.access_token)
  expect(await accountRows(ctx)).toHaveLength(1)
})

test('keeps two accounts of one service side by side', async () => {
  const { ctx, provider, user } = world
  await aSubscription(ctx.db, user, { tier: 'pro' })
  const names = ['google_sheets', 'google_sheets']
  expect((await comeBack(ctx, await world.allowed(names, 'ada'))).to).toMatch(
    /^\/activate\?c\[\]=google_sheets&c\[\]=google_sheets&/,
  )
  expect((await comeBack(ctx, await world.allowed(names, 'work'))).to).toBe(RETURN_TO)
  expect((await accountRows(ctx)).map((row) => row.account_id)).toEqual(['ada', 'work'])
  expect(await activateServices(ctx, wanting(names))).toMatchObject({ kind: 'done' })
  expect(provider.seen.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('ends with a message when both accounts are the same', async () => {
  const { ctx, user } = world
  await aSubscription(ctx.db, user, { tier: 'pro' })
  const names = ['google_sheets', 'google_sheets']
  await comeBack(ctx, await world.allowed(names, 'ada'))
  const again = await outcome(comeBack(ctx, await world.allowed(names, 'ada')))
  expect(again).toEqual(
    failedAt(RETURN_TO, 'This Google Sheets account is already connected. Please choose another one.'),
  )
})

test('refuses a service that was withdrawn or lost its credentials', async () => {
  const { ctx, provider } = world
  const [one, two] = [await world.allowed(['github']), await world.allowed(['google_sheets'])]
  await ctx.db.update(services).set({ published: false }).where(eq(services.module_name, 'github'))
  const UNSET = "You can't connect this service right now. Please try again later."
  expect(await outcome(comeBack(ctx, one))).toEqual(failedAt(RETURN_TO, UNSET))
  const unset = { ...ctx, settings: { ...ctx.settings, SERVICE_CREDENTIALS: {} } }
  expect(await outcome(comeBack(unset, two))).toEqual(failedAt(RETURN_TO, UNSET))
  expect(provider.seen).toEqual([])
})

test('lets two tabs each connect a service at once', async () => {
  const { ctx } = world
  const [one, two] = [await world.allowed(['github']), await world.allowed(['google_sheets'])]
  expect((await comeBack(ctx, two)).flash).toBe('Google Sheets is connected.')
  expect((await comeBack(ctx, one)).flash).toBe('GitHub is connected.')
})
