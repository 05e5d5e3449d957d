import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { activity_log } from '../applets/tables.ts'
import { aUser } from '../testing/rows.ts'
import { activate } from './activate.ts'
import { completeConnection } from './complete-connection.ts'
import { connected_accounts, oauth_states, services } from './tables.ts'
import { accountRow, accountRows, aWorld, begin, comeBack, connectService, RETURN_TO, wanting } from './test-world.ts'
import { accountOwner, unseal } from './token-vault.ts'

type World = Awaited<ReturnType<typeof aWorld>>
let world: World
beforeEach(async () => {
  world = await aWorld()
})

/** Begins, allows and gives the address that the service sends the browser to. */
async function allowed(names = ['octoforge'], account?: string): Promise<URL> {
  return world.provider.allow(await begin(world.ctx, names), account)
}

function query(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'https://own.invalid').searchParams)
}

const failedAt = (path: string, message: string | RegExp) => ({
  flash: null,
  to: expect.stringMatching(new RegExp(`^${path}\\?error_type=connection_failed&error_message=`)),
  message: expect.stringMatching(message),
})

async function outcome(completed: ReturnType<typeof completeConnection>) {
  const { to, flash } = await completed
  return { to, flash, message: query(to)['error_message'] ?? '' }
}

const EXPIRED = /has expired or was used already/
const FAILED = /^Octoforge could not be connected. Please try again.$/

test('what a service gives is exchanged, stored encrypted, logged and said (§4.10, design §3.4)', async () => {
  const { ctx, user, provider } = world
  expect(await comeBack(ctx, await allowed())).toEqual({ to: RETURN_TO, flash: 'Octoforge is connected.' })
  const [account, ...more] = await accountRows(ctx)
  expect(more).toEqual([])
  expect(account).toMatchObject({
    user_id: user.id,
    module_name: 'octoforge',
    account_id: 'ada',
    account_name: 'ada@example.test',
    status: 'connected',
    scopes: 'read write',
    expires_at: ctx.now() + 3_600_000,
    version: 1,
  })
  for (const token of provider.tokens()) expect(JSON.stringify(account)).not.toContain(token)
  const owner = accountOwner(account ?? { user_id: '', module_name: '', account_id: '' })
  expect(await unseal(ctx.settings.TOKEN_KEYS, owner, account?.access_token ?? '')).toBe(provider.tokens()[0])
  expect(await ctx.db.select().from(activity_log)).toMatchObject([
    {
      user_id: user.id,
      kind: 'service_connected',
      detail: { module_name: 'octoforge', account_name: 'ada@example.test' },
    },
  ])
})

test('with another service left the walk goes on, and ends where it began (§4.10)', async () => {
  const { ctx, provider } = world
  const completed = await comeBack(ctx, await allowed(['octoforge', 'feeds', 'sheetly']))
  expect(completed.to).toBe(`/activate?c[]=octoforge&c[]=feeds&c[]=sheetly&return_to=${encodeURIComponent(RETURN_TO)}`)
  const second = provider.allow(await begin(ctx, ['octoforge', 'feeds', 'sheetly']))
  expect(second.pathname).toBe('/api/connections/callback/sheetly')
  expect(await comeBack(ctx, second)).toEqual({ to: RETURN_TO, flash: 'Sheetly is connected.' })
})

test('a service that was connected in another tab meanwhile is not asked for again (fault 40)', async () => {
  const { ctx, provider } = world
  const first = await allowed(['octoforge', 'sheetly'])
  await connectService(ctx, provider, 'sheetly')
  expect(await comeBack(ctx, first)).toEqual({ to: RETURN_TO, flash: 'Octoforge is connected.' })
})

test('when the second of two services fails the first stays connected and the walk resumes there (fault 44)', async () => {
  const { ctx, provider } = world
  await comeBack(ctx, await allowed(['octoforge', 'sheetly']))
  const second = provider.allow(await begin(ctx, ['octoforge', 'sheetly']))
  provider.failNext('/token', () => new Response('down', { status: 503 }))
  expect((await comeBack(ctx, second)).to).toContain('connection_failed')
  expect((await accountRows(ctx)).map((row) => row.module_name)).toEqual(['octoforge'])
  expect(await begin(ctx, ['octoforge', 'sheetly'])).toMatch('https://sheetly.test/')
})

test('a denied consent goes back with our own sentence and connects nothing (§8 access_denied, fault 39)', async () => {
  const { ctx } = world
  const back = await allowed()
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('error_description', '<img src=x onerror=alert(1)>')
  const { to, flash } = await comeBack(ctx, back)
  expect(flash).toBeNull()
  expect(query(to)).toEqual({ error_type: 'access_denied', error_message: 'You did not allow access to Octoforge.' })
  expect(await accountRows(ctx)).toEqual([])
})

test('the message joins the query that return_to has, and stays before its hash', async () => {
  const { ctx, provider } = world
  const back = provider.allow(await begin(ctx, ['octoforge'], { returnTo: '/explore?q=a+b#top' }))
  back.searchParams.set('error', 'server_error')
  const { to } = await comeBack(ctx, back)
  expect(query(to)).toMatchObject({ q: 'a b', error_type: 'connection_failed' })
  expect(to).toMatch(/^\/explore\?.*#top$/)
})

test('a state works once (fault 39)', async () => {
  const { ctx, provider } = world
  const back = await allowed()
  await comeBack(ctx, back)
  const asked = provider.seen.length
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toHaveLength(asked)
})

test('two callbacks with one state at the same time connect once', async () => {
  const { ctx, provider } = world
  const back = await allowed()
  const both = await Promise.all([comeBack(ctx, back), comeBack(ctx, back)])
  expect(both.filter(({ flash }) => flash !== null)).toHaveLength(1)
  expect(provider.seen.filter((line) => line === 'POST octoforge.test/token')).toHaveLength(1)
})

test('a state of another user is refused and their page is not shown (fault 39)', async () => {
  const { base, provider } = world
  const back = await allowed()
  const other = await base.as(await aUser(base.db))
  expect(await outcome(comeBack(other, back))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toEqual([])
  expect(await accountRows(base)).toEqual([])
})

test('without the cookie of the browser that began, or with another one, nothing is connected (fault 39)', async () => {
  const { ctx, provider } = world
  const back = await allowed()
  expect(await outcome(comeBack(ctx, back, { browser: null }))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(await outcome(comeBack(ctx, back, { browser: 'x'.repeat(43) }))).toEqual(failedAt('/my_applets', EXPIRED))
  expect(provider.seen).toEqual([])
  expect((await comeBack(ctx, back)).flash).toBe('Octoforge is connected.')
})

test('a visitor is asked to sign in', async () => {
  const { base } = world
  const { to } = await comeBack(base, await allowed())
  expect(to).toMatch(/^\/login\?return_to=%2Fmy_applets&error_type=connection_failed/)
  expect(await accountRows(base)).toEqual([])
})

test('an answer after ten minutes comes too late', async () => {
  const { ctx } = world
  const back = await allowed()
  ctx.advance(600_001)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt('/my_applets', EXPIRED))
})

test("an answer at another service's address is refused (mix-up)", async () => {
  const { ctx, provider } = world
  expect(await outcome(comeBack(ctx, await allowed(), { module_name: 'sheetly' }))).toEqual(
    failedAt('/my_applets', EXPIRED),
  )
  expect(provider.seen).toEqual([])
})

test('an answer from another issuer is refused before its code is sent anywhere (RFC 9207)', async () => {
  const { ctx, provider } = world
  const back = await allowed()
  back.searchParams.set('iss', 'https://sheetly.test')
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, FAILED))
  expect(provider.seen).toEqual([])
})

test.each([
  ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
  ['two issuers', (url: URL) => url.searchParams.append('iss', 'https://octoforge.test')],
  ['a very long code', (url: URL) => url.searchParams.set('code', 'x'.repeat(10_000))],
  ['no code', (url: URL) => url.searchParams.delete('code')],
  ['an empty code', (url: URL) => url.searchParams.set('code', '')],
  ['an error and a code', (url: URL) => url.searchParams.set('error', 'server_error')],
  ['a token in the address', (url: URL) => url.searchParams.set('id_token', 'x')],
  ['a packed answer', (url: URL) => url.searchParams.set('response', 'x.y.z')],
])('%s: refused without asking the service (quality: OAuth list)', async (_, change) => {
  const { ctx, provider } = world
  const back = await allowed()
  change(back)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, FAILED))
  expect(provider.seen).toEqual([])
})

test('no state, two states, or one that was never given out: refused', async () => {
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
    const callback = { module_name: 'octoforge', answer: new URLSearchParams(answer), browser: 'b'.repeat(43) }
    expect(await outcome(completeConnection(ctx, callback))).toEqual(failedAt('/my_applets', EXPIRED))
  }
  expect(provider.seen).toEqual([])
})

test('a code that was swapped for one of another flow does not fit the verifier (PKCE)', async () => {
  const { ctx } = world
  const [mine, theirs] = [await allowed(['octoforge'], 'ada'), await allowed(['octoforge'], 'eve')]
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
    () => new Response(null, { status: 302, headers: { location: 'https://evil.test/' } }),
  ],
  ['/api/me', 'is down', () => new Response('', { status: 500 })],
  ['/api/me', 'refuses its own token', json({}, 401)],
  ['/api/me', 'names nobody', json({ id: '', name: '' })],
  ['/api/me', 'answers a list', json([])],
  [
    '/api/me',
    'answers too much',
    () => new Response('['.repeat(300_000), { headers: { 'content-type': 'application/json' } }),
  ],
])('where %s %s nothing is connected and the user is told', async (path, _, answer) => {
  const { ctx, provider } = world
  const back = await allowed()
  provider.failNext(path, answer)
  expect(await outcome(comeBack(ctx, back))).toEqual(failedAt(RETURN_TO, /could not be connected. Please try again.$/))
  expect(await accountRows(ctx)).toEqual([])
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
})

test('connecting the same account again repairs it and keeps its id (design §3.5)', async () => {
  const { ctx, provider } = world
  const before = await connectService(ctx, provider, 'octoforge')
  await ctx.db.update(connected_accounts).set({ status: 'broken' }).where(eq(connected_accounts.id, before.id))
  ctx.advance(1000)
  expect((await comeBack(ctx, await allowed())).flash).toBe('Octoforge is connected.')
  const after = await accountRow(ctx, before.id)
  expect(after).toMatchObject({ status: 'connected', version: 2, created_at: before.created_at, updated_at: ctx.now() })
  expect(after.access_token).not.toBe(before.access_token)
  expect(await accountRows(ctx)).toHaveLength(1)
})

test('two accounts of one service are kept side by side (design §6 two-mailboxes)', async () => {
  const { ctx, provider } = world
  const names = ['sheetly', 'sheetly']
  expect((await comeBack(ctx, await allowed(names, 'ada'))).to).toMatch(/^\/activate\?c\[\]=sheetly&c\[\]=sheetly&/)
  expect((await comeBack(ctx, await allowed(names, 'work'))).to).toBe(RETURN_TO)
  expect((await accountRows(ctx)).map((row) => row.account_id)).toEqual(['ada', 'work'])
  expect(await activate(ctx, wanting(names))).toMatchObject({ kind: 'done' })
  expect(provider.seen.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('a second account that turns out to be the first one ends the walk with a word on it, not in a circle', async () => {
  const { ctx } = world
  const names = ['sheetly', 'sheetly']
  await comeBack(ctx, await allowed(names, 'ada'))
  const again = await outcome(comeBack(ctx, await allowed(names, 'ada')))
  expect(again).toEqual(failedAt(RETURN_TO, 'This Sheetly account is connected already. Choose another one there.'))
})

test('a service that was withdrawn, or lost its credentials, in the meantime is not connected', async () => {
  const { ctx, provider } = world
  const [one, two] = [await allowed(['octoforge']), await allowed(['sheetly'])]
  await ctx.db.update(services).set({ published: false }).where(eq(services.module_name, 'octoforge'))
  const UNSET = 'This service can not be connected at the moment.'
  expect(await outcome(comeBack(ctx, one))).toEqual(failedAt(RETURN_TO, UNSET))
  const unset = { ...ctx, settings: { ...ctx.settings, SERVICE_CREDENTIALS: {} } }
  expect(await outcome(comeBack(unset, two))).toEqual(failedAt(RETURN_TO, UNSET))
  expect(provider.seen).toEqual([])
})

test('two tabs of one browser may each connect a service at the same time', async () => {
  const { ctx } = world
  const [one, two] = [await allowed(['octoforge']), await allowed(['sheetly'])]
  expect((await comeBack(ctx, two)).flash).toBe('Sheetly is connected.')
  expect((await comeBack(ctx, one)).flash).toBe('Octoforge is connected.')
})
