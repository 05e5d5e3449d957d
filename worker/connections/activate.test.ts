import { expect, test } from 'vitest'
import { sha256 } from '../system/secrets/hashes.ts'
import { aConnectedAccount, aService, aSubscription, aUser } from '../testing/rows.ts'
import { activateServices } from './activate.ts'
import { oauth_states } from '../db/schema/connections.ts'
import { aConnectionFixture, begin, BROWSER, RETURN_TO, wanting } from './testing/connection.fixture.ts'

test('asks for the first missing service with state and PKCE', async () => {
  const { ctx } = await aConnectionFixture()
  const address = new URL(await begin(ctx, ['github', 'google_sheets']))
  expect(address.origin + address.pathname).toBe('https://github.example/authorize')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'switchyard',
    redirect_uri: 'http://localhost:8788/api/connections/callback/github',
    scope: 'read write',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('skips connected services, but not broken ones', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'github')
  expect(await begin(ctx, ['github', 'google_sheets'])).toMatch('https://google_sheets.example/')
  await aConnectedAccount(ctx.db, user, 'google_sheets', { status: 'broken' })
  expect(await begin(ctx, ['github', 'google_sheets'])).toMatch('https://google_sheets.example/')
})

test("ignores other users' accounts", async () => {
  const { ctx, base } = await aConnectionFixture()
  const other = await aUser(base.db)
  await aConnectedAccount(ctx.db, other, 'github')
  expect(await begin(ctx, ['github'])).toMatch('https://github.example/')
})

test('returns the user to the start once all are connected', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'github')
  expect(await activateServices(ctx, wanting(['feeds', 'github']))).toEqual({ kind: 'done', to: RETURN_TO })
  expect(await activateServices(ctx, wanting([]))).toEqual({ kind: 'done', to: RETURN_TO })
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
})

test('asks for a key and names the step', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'github')
  const names = ['github', 'todoist', 'feeds', 'google_sheets']
  const activation = await activateServices(ctx, wanting(names))
  expect(activation).toMatchObject({ kind: 'key', step: 2, steps: 3, remaining: names, return_to: RETURN_TO })
  expect(activation).toMatchObject({ service: { module_name: 'todoist', name: 'Todoist' } })
  expect(JSON.stringify(activation)).not.toContain('token_url')
  expect(await activateServices(ctx, wanting(['github', 'todoist']))).toMatchObject({ kind: 'key', remaining: [] })
})

test('asks for two accounts of one service in turn', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aSubscription(ctx.db, user, { tier: 'pro' })
  await aConnectedAccount(ctx.db, user, 'google_sheets')
  expect(await begin(ctx, ['google_sheets', 'google_sheets'])).toMatch('https://google_sheets.example/')
  await aConnectedAccount(ctx.db, user, 'google_sheets')
  expect(await activateServices(ctx, wanting(['google_sheets', 'google_sheets']))).toMatchObject({ kind: 'done' })
})

test('asks for a connected service again on reconnect', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'github')
  expect(await begin(ctx, ['github'], { reconnect: true })).toMatch('https://github.example/')
})

test('asks for a press before starting an OAuth grant', async () => {
  const { ctx, user } = await aConnectionFixture()
  const names = ['github', 'google_sheets']
  expect(await activateServices(ctx, wanting(names, { ask: true }))).toMatchObject({
    kind: 'ask',
    service: { module_name: 'github' },
    step: 1,
    steps: 2,
    to: `/activate?c[]=github&c[]=google_sheets&return_to=${encodeURIComponent(RETURN_TO)}`,
    return_to: RETURN_TO,
  })
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
  for (const name of names) await aConnectedAccount(ctx.db, user, name)
  expect(await activateServices(ctx, wanting(names, { ask: true }))).toMatchObject({ kind: 'done' })
})

test('stores nothing of a started flow that helps a thief', async () => {
  const { ctx, user } = await aConnectionFixture()
  const state = new URL(await begin(ctx, ['github', 'google_sheets'])).searchParams.get('state') ?? ''
  const [row, ...more] = await ctx.db.select().from(oauth_states)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    state_hash: await sha256(state),
    browser_hash: await sha256(BROWSER),
    user_id: user.id,
    module_name: 'github',
    modules: ['github', 'google_sheets'],
    return_to: RETURN_TO,
    code_verifier: expect.stringMatching(/^local\./),
    expires_at: ctx.now() + 600_000,
  })
  expect(JSON.stringify(row)).not.toContain(state)
})

test('connecting leaves abandoned flows to the schedule', async () => {
  const { ctx } = await aConnectionFixture()
  await begin(ctx, ['github'])
  ctx.advance(600_001)
  await begin(ctx, ['google_sheets'])
  expect(await ctx.db.select().from(oauth_states)).toHaveLength(2)
})

test('refuses unknown, unpublished or unconfigured services', async () => {
  const { ctx, base } = await aConnectionFixture()
  await expect(activateServices(ctx, wanting(['github', 'nowhere']))).rejects.toMatchObject({
    status: 404,
    message: 'Unknown service "nowhere".',
  })
  await aService(base.db, { module_name: 'draft', published: false })
  await expect(activateServices(ctx, wanting(['draft']))).rejects.toMatchObject({ status: 404 })
  await aService(base.db, { module_name: 'gmail' })
  await expect(activateServices(ctx, wanting(['gmail']))).rejects.toMatchObject({
    status: 422,
    message: 'Gmail is not set up on this site yet.',
  })
})

test('an operator is told where a service is set up', async () => {
  const { ctx, base, user } = await aConnectionFixture()
  await aService(base.db, { module_name: 'gmail' })
  const settings = { ...ctx.settings, OPERATORS: [user.id] }
  const refused = (as: typeof ctx) => activateServices(as, wanting(['gmail'])).catch((error: unknown) => error)
  expect(await refused({ ...ctx, settings })).toMatchObject({ detail: { redirectTo: '/settings/operator' } })
  expect(await refused(ctx)).not.toHaveProperty('detail.redirectTo')
})

test('without a client, a service asks for a token instead', async () => {
  const { ctx, base } = await aConnectionFixture()
  const connect_fields = [{ slug: 'token', label: 'Personal access token', type: 'secret' as const }]
  await aService(base.db, { module_name: 'gitlab', connect_fields })
  const settings = { ...ctx.settings, SERVICE_CREDENTIALS: { gitlab: { service_key: 'a-key-alone' } } }
  const activation = await activateServices({ ...ctx, settings }, wanting(['gitlab']))
  expect(activation).toMatchObject({ kind: 'key', sign_in: null, fields: connect_fields })
})
