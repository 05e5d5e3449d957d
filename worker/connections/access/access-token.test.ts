import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activity_log } from '../../db/schema/applets.ts'
import type { Ctx } from '../../system/context/context.ts'
import { withAccessToken } from './access-token.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import { connected_accounts, type AccountRow } from '../../db/schema/connections.ts'
import { accountRow, aConnectionFixture, connectService } from '../testing/connection.fixture.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'

const ME = 'https://github.example/user'
const BROKEN = {
  code: 'connection_broken',
  detail: { redirectTo: '/activate?c[]=github&return_to=%2Fsettings%2Fconnections&reconnect=1' },
}

/** Requests the account's own page at the service. */
function openMe(ctx: Ctx, account: AccountRow): Promise<Response> {
  return withAccessToken(ctx, account, ({ token }) =>
    guardedFetch(ctx)(ME, { headers: { authorization: `Bearer ${token}` } }),
  )
}

async function connected() {
  const world = await aConnectionFixture()
  const account = await connectService(world.ctx, world.provider, 'github')
  world.provider.seen.length = 0
  return { ...world, account }
}

function events(ctx: Ctx) {
  return ctx.db.select().from(activity_log).where(eq(activity_log.kind, 'connection_broken'))
}

test('uses a valid token without refreshing', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000 - 60_001)
  expect((await openMe(ctx, account)).status).toBe(200)
  expect(provider.seen).toEqual(['GET github.example/user'])
})

test('refreshes a token that expires within 60 s', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000 - 60_000)
  expect((await openMe(ctx, account)).status).toBe(200)
  expect(provider.seen).toEqual(['POST github.example/token', 'GET github.example/user'])
  const after = await accountRow(ctx, account.id)
  expect(after).toMatchObject({
    version: 2,
    status: 'connected',
    refreshing_until: null,
    expires_at: ctx.now() + 3_600_000,
  })
  const stored = await Promise.all(
    [after.access_token, after.refresh_token ?? ''].map((sealed) =>
      decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(after), sealed),
    ),
  )
  expect(stored).toEqual(provider.tokens())
})

test('supports kept refresh tokens and missing lifetimes', async () => {
  const { ctx, provider, account } = await connected()
  provider.rotates = false
  provider.lifetime = undefined
  ctx.advance(3_600_000)
  await openMe(ctx, account)
  const after = await accountRow(ctx, account.id)
  expect(after).toMatchObject({ version: 2, expires_at: null })
  provider.expireAccessTokens()
  expect((await openMe(ctx, after)).status).toBe(200)
})

test('refreshes once after an early 401', async () => {
  const { ctx, provider, account } = await connected()
  provider.expireAccessTokens()
  expect((await openMe(ctx, account)).status).toBe(200)
  expect(provider.seen).toEqual(['GET github.example/user', 'POST github.example/token', 'GET github.example/user'])
})

test('breaks the connection on a 401 after a refresh', async () => {
  const { ctx, provider, account } = await connected()
  provider.failNext('/user', () => Response.json({}, { status: 401 }))
  provider.failNext('/user', () => Response.json({}, { status: 401 }))
  await expect(openMe(ctx, account)).rejects.toMatchObject(BROKEN)
  expect((await accountRow(ctx, account.id)).status).toBe('broken')
  expect(provider.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(await events(ctx)).toHaveLength(1)
})

test('asks for no second token where a new one is refused', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  provider.failNext('/user', () => new Response('', { status: 401 }))
  await expect(openMe(ctx, account)).rejects.toMatchObject({ code: 'connection_broken' })
  expect(provider.seen).toEqual(['POST github.example/token', 'GET github.example/user'])
})

test('breaks the connection once when the refresh is refused', async () => {
  const { ctx, user, provider, account } = await connected()
  provider.revokeAll()
  await expect(openMe(ctx, account)).rejects.toMatchObject(BROKEN)
  const after = await accountRow(ctx, account.id)
  expect(after).toMatchObject({ status: 'broken', version: 2 })
  expect(await events(ctx)).toMatchObject([
    { user_id: user.id, detail: { module_name: 'github', account_name: 'ada@example.test' }, created_at: ctx.now() },
  ])
  const asked = provider.seen.length
  await expect(openMe(ctx, after)).rejects.toMatchObject(BROKEN)
  expect(provider.seen).toHaveLength(asked)
  expect(await events(ctx)).toHaveLength(1)
})

test('works again after reconnecting a broken connection', async () => {
  const { ctx, provider, account } = await connected()
  provider.revokeAll()
  await expect(openMe(ctx, account)).rejects.toMatchObject(BROKEN)
  const repaired = await connectService(ctx, provider, 'github')
  expect(repaired).toMatchObject({ id: account.id, status: 'connected', version: 3 })
  expect((await openMe(ctx, repaired)).status).toBe(200)
})

test.each([
  ['is down', () => new Response('', { status: 503 })],
  ['cannot be reached', () => Promise.reject(new TypeError('refused'))],
  ['is overloaded', () => Response.json({ error: 'slow_down' }, { status: 429 })],
  ['no longer knows us', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ['answers without a token', () => Response.json({ ok: true })],
])('keeps the connection when the service %s during a refresh', async (_, answer) => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  provider.failNext('/token', answer)
  await expect(openMe(ctx, account)).rejects.toMatchObject({ code: 'service_unreachable', status: 502 })
  expect(await accountRow(ctx, account.id)).toMatchObject({ status: 'connected', version: 1, refreshing_until: null })
  expect(await events(ctx)).toEqual([])
  expect((await openMe(ctx, account)).status).toBe(200)
})

test("passes on the service's other errors", async () => {
  const { ctx, provider, account } = await connected()
  provider.failNext('/user', () => new Response('', { status: 403 }))
  expect((await openMe(ctx, account)).status).toBe(403)
  expect((await accountRow(ctx, account.id)).status).toBe('connected')
})

test('refreshes once for five concurrent requests', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => openMe(ctx, account)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(provider.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(await accountRow(ctx, account.id)).toMatchObject({ version: 2, status: 'connected', refreshing_until: null })
})

test('gives concurrent requests the same refusal', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  provider.revokeAll()
  const answers = await Promise.allSettled([openMe(ctx, account), openMe(ctx, account)])
  expect(answers).toMatchObject([{ reason: BROKEN }, { reason: BROKEN }])
  expect(await events(ctx)).toHaveLength(1)
})

test('recovers from a crashed refresh after 15 s', async () => {
  const { ctx, account } = await connected()
  ctx.advance(3_600_000)
  await ctx.db
    .update(connected_accounts)
    .set({ refreshing_until: ctx.now() + 15_000 })
    .where(eq(connected_accounts.id, account.id))
  ctx.advance(15_001)
  expect((await openMe(ctx, account)).status).toBe(200)
})

test.each([
  ['refuses', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
  ['gives tokens', () => Response.json({ access_token: 'late', token_type: 'Bearer' })],
])('keeps the newer tokens when the service %s during a reconnect', async (_, answer) => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  let newer: AccountRow | undefined
  provider.failNext('/token', async () => {
    newer = await connectService(ctx, provider, 'github')
    return answer()
  })
  expect((await openMe(ctx, account)).status).toBe(200)
  expect(newer).toMatchObject({ version: 2, refreshing_until: null })
  expect(await accountRow(ctx, account.id)).toEqual(newer)
  expect(await events(ctx)).toEqual([])
})

test('stays deleted when disconnected during a refresh', async () => {
  const { ctx, provider, account } = await connected()
  ctx.advance(3_600_000)
  provider.failNext('/token', async () => {
    await ctx.db.delete(connected_accounts).where(eq(connected_accounts.id, account.id))
    return Response.json({ access_token: 'late', token_type: 'Bearer' })
  })
  await expect(openMe(ctx, account)).rejects.toMatchObject(BROKEN)
  expect(await ctx.db.select().from(connected_accounts)).toEqual([])
})

test('keeps a token whose key is missing, asking to reconnect', async () => {
  const { ctx, provider, account } = await connected()
  const other = { ...ctx, settings: { ...ctx.settings, TOKEN_KEYS: `new:${btoa('n'.repeat(32))}` } }
  await expect(openMe(other, account)).rejects.toMatchObject(BROKEN)
  expect(provider.seen).toEqual([])
  expect(await accountRow(ctx, account.id)).toEqual(account)
  expect((await openMe(ctx, account)).status).toBe(200)
})
