import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../testing/rows.ts'
import { completeConnection } from './complete-connection.ts'
import { oauth_states } from '../db/schema/connections.ts'
import {
  accountRows,
  aConnectionFixture,
  begin,
  comeBack,
  failedAt,
  outcome,
  queryOf,
  RETURN_TO,
  type ConnectionFixture,
} from './testing/connection.fixture.ts'

let world: ConnectionFixture
beforeEach(async () => {
  world = await aConnectionFixture()
})

const EXPIRED = /has expired or was already used/
const FAILED = /^GitHub could not be connected. Please try again.$/

test('returns a denied consent with our message, connecting nothing', async () => {
  const { ctx } = world
  const back = await world.allowed()
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('error_description', '<img src=x onerror=alert(1)>')
  const { to, flash } = await comeBack(ctx, back)
  expect(flash).toBeNull()
  expect(queryOf(to)).toEqual({ error_type: 'access_denied', error_message: 'You did not allow access to GitHub.' })
  expect(await accountRows(ctx)).toEqual([])
})

test("adds the message to return_to's query, before its hash", async () => {
  const { ctx, provider } = world
  const back = provider.allow(await begin(ctx, ['github'], { returnTo: '/explore?q=a+b#top' }))
  back.searchParams.set('error', 'server_error')
  const { to } = await comeBack(ctx, back)
  expect(queryOf(to)).toMatchObject({ q: 'a b', error_type: 'connection_failed' })
  expect(to).toMatch(/^\/explore\?.*#top$/)
})

test('accepts a state only once', async () => {
  const { ctx, provider } = world
  const back = await world.allowed()
  await comeBack(ctx, back)
  const asked = provider.seen.length
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toHaveLength(asked)
})

test('connects once for two concurrent callbacks', async () => {
  const { ctx, provider } = world
  const back = await world.allowed()
  const both = await Promise.all([comeBack(ctx, back), comeBack(ctx, back)])
  expect(both.filter(({ flash }) => flash !== null)).toHaveLength(1)
  expect(provider.seen.filter((line) => line === 'POST github.example/token')).toHaveLength(1)
})

test("rejects another user's state without showing their page", async () => {
  const { base, provider } = world
  const back = await world.allowed()
  const other = await base.as(await aUser(base.db))
  expect(await outcome(comeBack(other, back))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toEqual([])
  expect(await accountRows(base)).toEqual([])
})

test('requires the cookie of the browser that started', async () => {
  const { ctx, provider } = world
  const back = await world.allowed()
  expect(await outcome(comeBack(ctx, back, { browser: null }))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(await outcome(comeBack(ctx, back, { browser: 'x'.repeat(43) }))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toEqual([])
  expect((await comeBack(ctx, back)).flash).toBe('GitHub is connected.')
})

test('asks a visitor to sign in', async () => {
  const { base } = world
  const { to } = await comeBack(base, await world.allowed())
  expect(to).toMatch(/^\/login\?return_to=%2Fmy_applets&error_type=connection_failed/)
  expect(await accountRows(base)).toEqual([])
})

test('rejects a callback after ten minutes', async () => {
  const { ctx } = world
  const back = await world.allowed()
  ctx.advance(600_001)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt('/my_applets', EXPIRED))
})

test("rejects a callback at another service's address", async () => {
  const { ctx, provider } = world
  expect(await outcome(comeBack(ctx, await world.allowed(), { module_name: 'google_sheets' }))).toEqual(
    failedAt('/my_applets', EXPIRED),
  )
  expect(provider.seen).toEqual([])
})

test('rejects another issuer before sending the code', async () => {
  const { ctx, provider } = world
  const back = await world.allowed()
  back.searchParams.set('iss', 'https://google_sheets.example')
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, FAILED))
  expect(provider.seen).toEqual([])
})

test.each([
  ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
  ['two issuers', (url: URL) => url.searchParams.append('iss', 'https://github.example')],
  ['a very long code', (url: URL) => url.searchParams.set('code', 'x'.repeat(10_000))],
  ['no code', (url: URL) => url.searchParams.delete('code')],
  ['an empty code', (url: URL) => url.searchParams.set('code', '')],
  ['an error and a code', (url: URL) => url.searchParams.set('error', 'server_error')],
  ['a token in the address', (url: URL) => url.searchParams.set('id_token', 'x')],
  ['a packed answer', (url: URL) => url.searchParams.set('response', 'x.y.z')],
])('rejects %s without asking the service', async (_, change) => {
  const { ctx, provider } = world
  const back = await world.allowed()
  change(back)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, FAILED))
  expect(provider.seen).toEqual([])
})

test('rejects missing, duplicate and unknown states', async () => {
  const { ctx, provider } = world
  const answers = [
    '',
    'code=x',
    'code=x&state=',
    'state=a&state=b&code=x',
    'state=never&code=x',
    'state=%00&code=%F0%9F',
    'state[]=a',
    `state=${'s'.repeat(9000)}`,
  ]
  for (const answer of answers) {
    const callback = { module_name: 'github', answer: new URLSearchParams(answer), browser: 'b'.repeat(43) }
    expect(await outcome(completeConnection(ctx, callback))).toEqual(failedAt('/my_applets', EXPIRED))
  }
  expect(provider.seen).toEqual([])
})

test('rejects a code swapped in from another flow', async () => {
  const { ctx } = world
  const [mine, theirs] = [await world.allowed(['github'], 'ada'), await world.allowed(['github'], 'eve')]
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  expect(await outcome(comeBack(ctx, mine))).toEqual(failedAt(RETURN_TO, /could not be connected/))
  expect(await accountRows(ctx)).toEqual([])
})

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
test.each([
  ['/token', 'is down', () => new Response('', { status: 500 })],
  ['/token', 'breaks off', () => Promise.reject(new TypeError('reset'))],
  ['/token', 'does not know us', json({ error: 'invalid_client' }, 401)],
  ['/token', 'speaks HTML', () => new Response('<h1>hi</h1>', { headers: { 'content-type': 'text/html' } })],
  ['/token', 'gives no token', json({ token_type: 'Bearer' })],
  ['/token', 'gives a token of another kind', json({ access_token: 'x', token_type: 'mac' })],
  [
    '/token',
    'sends us elsewhere',
    () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
  ],
  ['/user', 'is down', () => new Response('', { status: 500 })],
  ['/user', 'refuses its own token', json({}, 401)],
  ['/user', 'names nobody', json({ id: '', login: '' })],
  ['/user', 'answers a list', json([])],
  [
    '/user',
    'answers too much',
    () => new Response('['.repeat(300_000), { headers: { 'content-type': 'application/json' } }),
  ],
])('connects nothing when %s %s', async (path, _, answer) => {
  const { ctx, provider } = world
  const back = await world.allowed()
  provider.failNext(path, answer)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, /could not be connected. Please try again.$/))
  expect(await accountRows(ctx)).toEqual([])
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
})
