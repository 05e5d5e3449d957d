import { expect, test } from 'vitest'
import { sha256 } from '../secrets/hashes.ts'
import { aConnectedAccount, aService, aSubscription, aUser } from '../testing/rows.ts'
import { activateServices } from './activate.ts'
import { oauth_states } from '../db/schema/connections.ts'
import { aConnectionFixture, begin, BROWSER, RETURN_TO, wanting } from './testing/connection-world.ts'

// §D3.5-02
test('the first service that is not connected is asked for, with state and PKCE (§4.10, §D3.5)', async () => {
  const { ctx } = await aConnectionFixture()
  const address = new URL(await begin(ctx, ['octoforge', 'sheetly']))
  expect(address.origin + address.pathname).toBe('https://octoforge.test/authorize')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'switchyard',
    redirect_uri: 'http://localhost:8788/api/connections/callback/octoforge',
    scope: 'read write',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

// §D3.5-05
test('a service that is connected already is skipped, one whose access broke is not (§4.10)', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'octoforge')
  expect(await begin(ctx, ['octoforge', 'sheetly'])).toMatch('https://sheetly.test/')
  await aConnectedAccount(ctx.db, user, 'sheetly', { status: 'broken' })
  expect(await begin(ctx, ['octoforge', 'sheetly'])).toMatch('https://sheetly.test/')
})

test("someone else's accounts do not count", async () => {
  const { ctx, base } = await aConnectionFixture()
  const other = await aUser(base.db)
  await aConnectedAccount(ctx.db, other, 'octoforge')
  expect(await begin(ctx, ['octoforge'])).toMatch('https://octoforge.test/')
})

test('once all are connected the user goes back to where they came from (§4.10)', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'octoforge')
  expect(await activateServices(ctx, wanting(['feeds', 'octoforge']))).toEqual({ kind: 'done', to: RETURN_TO })
  expect(await activateServices(ctx, wanting([]))).toEqual({ kind: 'done', to: RETURN_TO })
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
})

test('a service with a key asks for it and says which step this is (§D3.5)', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'octoforge')
  const names = ['octoforge', 'beacon', 'feeds', 'sheetly']
  const activation = await activateServices(ctx, wanting(names))
  expect(activation).toMatchObject({ kind: 'key', step: 2, steps: 3, remaining: names, return_to: RETURN_TO })
  expect(activation).toMatchObject({ service: { module_name: 'beacon', name: 'Beacon' } })
  expect(JSON.stringify(activation)).not.toContain('token_url')
  expect(await activateServices(ctx, wanting(['octoforge', 'beacon']))).toMatchObject({ kind: 'key', remaining: [] })
})

test('two accounts of one service are asked for one after the other (design §6 two-mailboxes)', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aSubscription(ctx.db, user, { tier: 'pro' })
  await aConnectedAccount(ctx.db, user, 'sheetly')
  expect(await begin(ctx, ['sheetly', 'sheetly'])).toMatch('https://sheetly.test/')
  await aConnectedAccount(ctx.db, user, 'sheetly')
  expect(await activateServices(ctx, wanting(['sheetly', 'sheetly']))).toMatchObject({ kind: 'done' })
})

test('reconnect asks for a connected service once more', async () => {
  const { ctx, user } = await aConnectionFixture()
  await aConnectedAccount(ctx.db, user, 'octoforge')
  expect(await begin(ctx, ['octoforge'], { reconnect: true })).toMatch('https://octoforge.test/')
})

// §D3.6-08
test('where nobody pressed, no OAuth grant begins: a page asks for a press first (§D3.6)', async () => {
  const { ctx, user } = await aConnectionFixture()
  const names = ['octoforge', 'sheetly']
  expect(await activateServices(ctx, wanting(names, { ask: true }))).toMatchObject({
    kind: 'ask',
    service: { module_name: 'octoforge' },
    step: 1,
    steps: 2,
    to: `/activate?c[]=octoforge&c[]=sheetly&return_to=${encodeURIComponent(RETURN_TO)}`,
    return_to: RETURN_TO,
  })
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
  for (const name of names) await aConnectedAccount(ctx.db, user, name)
  expect(await activateServices(ctx, wanting(names, { ask: true }))).toMatchObject({ kind: 'done' })
})

test('what is stored of a started flow is of no use to who reads it', async () => {
  const { ctx, user } = await aConnectionFixture()
  const state = new URL(await begin(ctx, ['octoforge', 'sheetly'])).searchParams.get('state') ?? ''
  const [row, ...more] = await ctx.db.select().from(oauth_states)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    state_hash: await sha256(state),
    browser_hash: await sha256(BROWSER),
    user_id: user.id,
    module_name: 'octoforge',
    modules: ['octoforge', 'sheetly'],
    return_to: RETURN_TO,
    code_verifier: expect.stringMatching(/^local\./),
    expires_at: ctx.now() + 600_000,
  })
  expect(JSON.stringify(row)).not.toContain(state)
})

test('flows that were begun and left are swept away', async () => {
  const { ctx } = await aConnectionFixture()
  await begin(ctx, ['octoforge'])
  ctx.advance(600_001)
  await begin(ctx, ['sheetly'])
  expect(await ctx.db.select({ module_name: oauth_states.module_name }).from(oauth_states)).toEqual([
    { module_name: 'sheetly' },
  ])
})

test('a visitor is refused, and so is a service that is unknown, not published, or not set up', async () => {
  const { ctx, base } = await aConnectionFixture()
  await expect(activateServices(base, wanting(['octoforge']))).rejects.toMatchObject({
    code: 'not_signed_in',
    status: 401,
  })
  await expect(activateServices(ctx, wanting(['octoforge', 'nowhere']))).rejects.toMatchObject({
    status: 404,
    message: 'We do not know the service "nowhere".',
  })
  await aService(base.db, { module_name: 'draft', published: false })
  await expect(activateServices(ctx, wanting(['draft']))).rejects.toMatchObject({ status: 404 })
  await aService(base.db, { module_name: 'parley' })
  await expect(activateServices(ctx, wanting(['parley']))).rejects.toMatchObject({
    status: 422,
    message: 'Parley is not set up on this site yet.',
  })
})
