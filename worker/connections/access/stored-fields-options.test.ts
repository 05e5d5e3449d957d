import { expect, test } from 'vitest'
import { aConnectedAccount, aStep, aSubscription, aUser } from '../../testing/rows.ts'
import { storedFieldsOptions } from './stored-fields-options.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { aConnectionFixture, connectService } from '../testing/connection.fixture.ts'

const RESOLVE_URL = 'https://github.example/api/options/repositories'

function field(slug: string, options_url: string) {
  return { slug, label: slug, type: 'select' as const, options_url }
}

/**
 * github has a field with live options and a private address registered by mistake; the user may have several
 * accounts.
 */
async function aWorldWithOptions() {
  const world = await aConnectionFixture()
  await aSubscription(world.base.db, world.user, { tier: 'pro' })
  await aStep(world.base.db, 'github', 'action', 'create_issue', [
    field('repository', RESOLVE_URL),
    field('inside', 'https://169.254.169.254/latest'),
    field('plain', 'http://github.example/api/options/repositories'),
  ])
  return world
}

// §7-60
test("reads options from a registered address with the user's token", async () => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  expect(await storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).toEqual([{ label: 'ada/engine', value: 'R1' }])
  expect(provider.seen.at(-1)).toBe('GET github.example/api/options/repositories')
})

test("reads options where the service's file says they stand", async () => {
  const { ctx, base, provider } = await aWorldWithOptions()
  const url = 'https://github.example/api/options/labels'
  const at = { items: '$.data', value: '$.entity.id', label: '$.title', group: '$.area' }
  await aStep(base.db, 'github', 'action', 'add_label', [{ ...field('label', url), options_at: at }])
  await connectService(ctx, provider, 'github')
  provider.options = {
    data: [
      { entity: { id: 1 }, title: 'Bug', area: 'Kind' },
      { entity: { id: 2 }, title: 'Wish', area: null },
    ],
  }
  expect(await storedFieldsOptions(ctx, { resolve_url: url })).toEqual([
    { label: 'Bug', value: '1', group: 'Kind' },
    { label: 'Wish', value: '2' },
  ])
})

test('what a service has not named is known by its id', async () => {
  const { ctx, base, provider } = await aWorldWithOptions()
  const url = 'https://github.example/api/options/milestones'
  const at = { items: '$', value: '$.id', label: '$.attributes.name', group: '$.id', group_ends: '.' }
  await aStep(base.db, 'github', 'action', 'add_label', [{ ...field('milestone', url), options_at: at }])
  await connectService(ctx, provider, 'github')
  const listed = [
    { id: 'ada.engine', attributes: { name: 'Engine' } },
    { id: 'eve.loom', attributes: {} },
    { id: 'odd' },
  ]
  Object.assign(provider, { options: listed })
  expect(await storedFieldsOptions(ctx, { resolve_url: url })).toEqual([
    { label: 'Engine', value: 'ada.engine', group: 'ada' },
    { label: 'eve.loom', value: 'eve.loom', group: 'eve' },
    { label: 'odd', value: 'odd', group: 'odd' },
  ])
})

// §7-60
test("uses live_channel_id's account, else the first working one", async () => {
  const { ctx, provider } = await aWorldWithOptions()
  const first = await connectService(ctx, provider, 'github', 'ada')
  ctx.advance(1000)
  const second = await connectService(ctx, provider, 'github', 'work')
  let used: string | null = null
  const watched = {
    ...ctx,
    fetch: async (_: unknown, init?: RequestInit) => {
      used = new Headers(init?.headers).get('authorization')
      return Response.json({ options: [] })
    },
  }
  const [adaToken, , workToken] = provider.tokens()
  await storedFieldsOptions(watched, { resolve_url: RESOLVE_URL, live_channel_id: second.id })
  expect(used).toBe(`Bearer ${workToken}`)
  await storedFieldsOptions(watched, { resolve_url: RESOLVE_URL })
  expect(used).toBe(`Bearer ${adaToken}`)
  await storedFieldsOptions(watched, { resolve_url: RESOLVE_URL, live_channel_id: first.id })
  expect(used).toBe(`Bearer ${adaToken}`)
})

test.each([
  'https://evil.example/',
  'https://github.example/api/options/repos',
  `${RESOLVE_URL}/`,
  `${RESOLVE_URL}?x=1`,
  `${RESOLVE_URL}#x`,
  'https://GITHUB.test/api/options/repositories',
  'http://127.0.0.1:8788/api/settings',
  'http://localhost:8788/',
  'https://169.254.169.254/latest',
  'http://github.example/api/options/repositories',
  'file:///etc/passwd',
])('refuses an unregistered or private address unopened: %s', async (resolve_url) => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  const opened = provider.seen.length
  await expect(storedFieldsOptions(ctx, { resolve_url })).rejects.toMatchObject({
    code: 'invalid_input',
    status: 422,
    detail: { attribute: 'resolve_url' },
  })
  expect(provider.seen).toHaveLength(opened)
})

test('allows plain http for origins the operator trusts', async () => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  const trusting = { ...ctx, settings: { ...ctx.settings, TRUSTED_ORIGINS: ['http://github.example'] } }
  expect(
    await storedFieldsOptions(trusting, { resolve_url: 'http://github.example/api/options/repositories' }),
  ).toHaveLength(1)
})

test('rejects accounts of other users and other services', async () => {
  const { ctx, base, user, provider } = await aWorldWithOptions()
  const theirs = await aConnectedAccount(base.db, await aUser(base.db), 'github')
  const sheets = await aConnectedAccount(base.db, user, 'google_sheets')
  for (const live_channel_id of [theirs.id, sheets.id, 'con_unknown', '']) {
    await expect(storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL, live_channel_id })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  expect(provider.seen).toEqual([])
})

test('names the way to connect when no account exists', async () => {
  const { ctx } = await aWorldWithOptions()
  await expect(storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).rejects.toMatchObject({
    code: 'services_not_connected',
    detail: { redirectTo: '/activate?c[]=github&return_to=%2Fmy_applets' },
  })
})

test('prefers working accounts, else names the way to reconnect', async () => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github', 'ada')
  await ctx.db.update(connected_accounts).set({ status: 'broken' })
  await expect(storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).rejects.toMatchObject({
    code: 'connection_broken',
  })
  ctx.advance(1000)
  await connectService(ctx, provider, 'github', 'work')
  expect(await storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).toHaveLength(1)
})

test.each([
  ['no options', {}],
  ['a list', []],
  ['options without values', { options: [{ label: 'x' }] }],
  ['options that are objects', { options: [{ label: {}, value: 'x' }] }],
  ['null', null],
  [
    'more than 256 KB',
    { options: Array.from({ length: 20_000 }, (_, n) => ({ label: `ada/engine${n}`, value: `R${n}` })) },
  ],
])('answers 502 when the service returns %s', async (_, options) => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  provider.options = options
  await expect(storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).rejects.toMatchObject({
    code: 'service_unreachable',
    status: 502,
  })
})

test.each([
  ['an error', () => new Response('', { status: 500 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } })],
  ['HTML', () => new Response('<p>hi')],
  ['no connection', () => Promise.reject(new TypeError('refused'))],
])('answers 502 and keeps the connection on %s', async (_, answer) => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  provider.failNext('/api/options/repositories', answer)
  await expect(storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).rejects.toMatchObject({
    code: 'service_unreachable',
  })
  expect(await storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).toHaveLength(1)
})

test('accepts numbers among the options as text', async () => {
  const { ctx, provider } = await aWorldWithOptions()
  await connectService(ctx, provider, 'github')
  provider.options = { options: [{ label: 7, value: 1 }], next: null }
  expect(await storedFieldsOptions(ctx, { resolve_url: RESOLVE_URL })).toEqual([{ label: '7', value: '1' }])
})
