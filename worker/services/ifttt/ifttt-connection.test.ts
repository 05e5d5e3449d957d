import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withAccessToken } from '../../connections/access/access-token.ts'
import { storedFieldsOptions } from '../../connections/access/stored-fields-options.ts'
import { connected_accounts, type AccountRow } from '../../db/schema/connections.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'
import { iftttInit } from './ifttt-request.ts'
import { aLarderFixture, type LarderFixture } from './testing/larder.fixture.ts'

async function connected() {
  const world = await aLarderFixture()
  const { row } = await world.connect()
  if (!row) throw new Error('Not connected.')
  world.larder.state.calls.length = 0
  return { ...world, row }
}

/** Asks Larder whose account it is, as anything that needs the account's token does. */
async function openAccount({ ctx }: LarderFixture, id: string): Promise<number> {
  const [row] = await ctx.db.select().from(connected_accounts).where(eq(connected_accounts.id, id))
  if (!row) throw new Error('The account is gone.')
  const response = await withAccessToken(ctx, row, ({ token }) =>
    guardedFetch(ctx)(
      'https://larder.example/ifttt/v1/user/info',
      iftttInit({ method: 'GET' }, { token, key: null, service_key: null }),
    ),
  )
  return response.status
}

/** What Larder keeps of the sign-in. */
function grantAt({ larder }: LarderFixture) {
  const [grant] = larder.oauth.state.grants
  if (!grant) throw new Error('The grant is gone.')
  return grant
}

async function stored({ ctx }: LarderFixture): Promise<AccountRow> {
  const [row] = await ctx.db.select().from(connected_accounts)
  if (!row) throw new Error('The account is gone.')
  return row
}

async function opened({ ctx }: LarderFixture, row: AccountRow, sealed: string | null): Promise<string | null> {
  return sealed && decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(row), sealed)
}

test('signs in with the scope ifttt, and with nothing the protocol lacks', async () => {
  const world = await aLarderFixture()
  const { row, asked, to } = await world.connect()
  expect(to).toBe('/my_applets')
  expect(row).toMatchObject({ account_id: 'larder-ada', account_name: "Ada's kitchen", expires_at: null })
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'larder-client',
    redirect_uri: 'http://localhost:8788/api/connections/callback/larder',
    scope: 'ifttt',
    state: expect.stringMatching(/.{20,}/),
  })
})

test('refreshes only after a 401', async () => {
  const world = await connected()
  world.ctx.advance(30 * 24 * 3_600_000)
  expect(await openAccount(world, world.row.id)).toBe(200)
  expect(world.larder.state.calls.map(({ path }) => path)).toEqual(['/ifttt/v1/user/info'])
  world.larder.expireTokens()
  expect(await openAccount(world, world.row.id)).toBe(200)
  expect(world.larder.state.calls.map(({ path, status }) => `${path} ${status}`).slice(1)).toEqual([
    '/ifttt/v1/user/info 401',
    '/oauth/token 200',
    '/ifttt/v1/user/info 200',
  ])
})

test('keeps the old refresh token until the new one has worked', async () => {
  const world = await connected()
  const first = await opened(world, world.row, world.row.refresh_token)
  world.larder.expireTokens()
  await openAccount(world, world.row.id)
  const after = await stored(world)
  expect(await opened(world, after, after.previous_refresh_token)).toBe(first)
  // Larder loses what it gave last, as after a restored backup.
  grantAt(world).refreshToken = first
  world.larder.expireTokens()
  expect(await openAccount(world, world.row.id)).toBe(200)
  expect((await stored(world)).status).toBe('connected')
})

test('an answer that was lost before it was stored breaks nothing', async () => {
  const world = await connected()
  world.larder.expireTokens()
  await openAccount(world, world.row.id)
  await world.ctx.db.update(connected_accounts).set(world.row)
  world.larder.expireTokens()
  const before = await opened(world, world.row, world.row.refresh_token)
  Object.assign(grantAt(world), { refreshToken: 'never seen', spentRefreshTokens: [before] })
  expect(await openAccount(world, world.row.id)).toBe(200)
})

test('a grant that the service ended breaks the connection', async () => {
  const world = await connected()
  world.larder.oauth.state.grants.length = 0
  await expect(openAccount(world, world.row.id)).rejects.toMatchObject({ code: 'connection_broken' })
  expect((await stored(world)).status).toBe('broken')
})

test('lists live options under their groups', async () => {
  const { ctx, larder } = await connected()
  const resolve_url = 'https://larder.example/ifttt/v1/triggers/runs_low/fields/shelf/options'
  expect(await storedFieldsOptions(ctx, { resolve_url })).toEqual([
    { label: 'Every shelf', value: 'all' },
    { label: 'Fridge door', value: 'fridge_door', group: 'Cold' },
    { label: 'Freezer', value: 'freezer', group: 'Cold' },
    { label: 'Spices', value: 'spices', group: 'Dry' },
  ])
  expect(larder.state.calls).toMatchObject([{ method: 'POST', body: '{}', status: 200 }])
})

test('a refresh token that is answered with 401 ends the connection', async () => {
  const world = await connected()
  const told = { errors: [{ message: 'The refresh token is not valid.' }] }
  const fetch: typeof globalThis.fetch = async (...asked) => {
    const { pathname } = new URL(new Request(...asked).url)
    return pathname.startsWith('/ifttt/') || pathname.endsWith('/token')
      ? Response.json(told, { status: 401 })
      : world.ctx.fetch(...asked)
  }
  const ctx = { ...world.ctx, fetch }
  await expect(openAccount({ ...world, ctx }, world.row.id)).rejects.toMatchObject({ code: 'connection_broken' })
  expect(await stored(world)).toMatchObject({ status: 'broken' })
})
