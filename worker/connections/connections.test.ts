import { expect, test } from 'vitest'
import { activity_log, enablements } from '../db/schema/applets.ts'
import { aConnectedAccount, anApplet, anEnablement, aStep, aUser } from '../testing/rows.ts'
import { roundTrips } from '../testing/round-trips.ts'
import type { TestCtx } from '../testing/test-ctx.ts'
import { withAccessToken } from './access/access-token.ts'
import { connectKey } from './connect-key.ts'
import { requirePublishedService, toService } from './accounts/published-services.ts'
import { disconnectAccount } from './disconnect.ts'
import { listConnections } from './accounts/list-connections.ts'
import { accountRow, accountRows, aConnectionFixture, connectService } from './testing/connection.fixture.ts'

/** A Ctx that collects deferred work, so that a test can wait for it. */
function deferring(ctx: TestCtx) {
  const works: Promise<unknown>[] = []
  return { ctx: { ...ctx, defer: (work: Promise<unknown>) => void works.push(work) }, works }
}

// §1-11
test('lists accounts with date, name and Applets using them', async () => {
  const { ctx, user, base } = await aConnectionFixture()
  const star = await aStep(base.db, 'github', 'trigger', 'new_starred_repository')
  const row = await aStep(base.db, 'google_sheets', 'action', 'add_row')
  const used = await anApplet(base.db, user, [{ step: star }, { step: row }, { step: row, account_slot: 1 }], {
    name: 'Star to Sheet',
    friendly_id: 'star-to-sheet',
  })
  const off = await anApplet(base.db, user, [{ step: star }], { name: 'Turned off', friendly_id: 'off' })
  const archived = await anApplet(base.db, user, [{ step: star }], { archived_at: 1 })
  await anEnablement(base.db, user, used)
  await anEnablement(base.db, user, off, { status: 'disabled' })
  await anEnablement(base.db, user, archived, { status: 'disabled' })
  const other = await aUser(base.db)
  await anEnablement(base.db, other, off)
  await aConnectedAccount(base.db, other, 'github')
  const sheets = await aConnectedAccount(base.db, user, 'google_sheets', { status: 'broken' })
  const github = await aConnectedAccount(base.db, user, 'github')
  const use = { enabled: true, needs_account: true }
  const used_by = [{ id: used.id, name: 'Star to Sheet', path: '/applets/star-to-sheet', ...use }]
  const connections = await listConnections(ctx)
  expect(connections).toMatchObject([
    {
      id: github.id,
      service: toService(await requirePublishedService(ctx, 'github')),
      account_name: github.account_name,
      status: 'connected',
      connected_at: github.created_at,
      used_by: [
        ...used_by,
        { id: off.id, name: 'Turned off', path: '/applets/off', enabled: false, needs_account: true },
      ],
    },
    { id: sheets.id, status: 'broken', used_by },
  ])
  expect(connections.map((each) => each.used_by.length)).toEqual([2, 1])
  expect(JSON.stringify(connections)).not.toMatch(/token/)
})

test('lists connections in one round trip', async () => {
  const { ctx, user, base } = await aConnectionFixture()
  await aConnectedAccount(base.db, user, 'google_sheets')
  await aConnectedAccount(base.db, user, 'github')
  expect(await roundTrips(ctx, listConnections)).toBe(1)
})

test('an Applet uses as many accounts as it has, the oldest first', async () => {
  const { ctx, user, base } = await aConnectionFixture()
  const star = await aStep(base.db, 'github', 'trigger', 'new_starred_repository')
  const one = await anApplet(base.db, user, [{ step: star }], { name: 'One account' })
  const two = await anApplet(base.db, user, [{ step: star, account_slot: 1 }], { name: 'Two accounts' })
  await anEnablement(base.db, user, one)
  await anEnablement(base.db, user, two)
  const needs = async () =>
    (await listConnections(ctx)).map(({ used_by }) => used_by.map(({ needs_account }) => needs_account))
  await aConnectedAccount(base.db, user, 'github', { status: 'broken' })
  await aConnectedAccount(base.db, user, 'github')
  expect(await needs()).toEqual([[false, true], [true]])
})

test('deletes, logs and revokes a disconnected account', async () => {
  const { ctx, user, provider } = await aConnectionFixture()
  const account = await connectService(ctx, provider, 'google_sheets')
  const later = deferring(ctx)
  await disconnectAccount(later.ctx, account.id)
  expect(await accountRows(ctx)).toEqual([])
  await Promise.all(later.works)
  expect(provider.seen.at(-1)).toBe('POST google_sheets.example/revoke')
  expect(provider.tokens()).toEqual([])
  expect((await ctx.db.select().from(activity_log)).at(-1)).toMatchObject({
    user_id: user.id,
    kind: 'service_disconnected',
    detail: { module_name: 'google_sheets', account_name: 'ada@example.test' },
  })
})

test('disconnects even when the service does not answer', async () => {
  const { ctx, provider } = await aConnectionFixture()
  const account = await connectService(ctx, provider, 'google_sheets')
  provider.failNext('/revoke', () => new Response('', { status: 500 }))
  const later = deferring(ctx)
  await disconnectAccount(later.ctx, account.id)
  await expect(Promise.all(later.works)).resolves.toBeDefined()
  expect(await accountRows(ctx)).toEqual([])
})

test('keeps Applets enabled after disconnecting their service', async () => {
  const { ctx, user, provider } = await aConnectionFixture()
  const applet = await anApplet(ctx.db, user, [
    { step: await aStep(ctx.db, 'github', 'trigger', 'new_starred_repository') },
  ])
  await anEnablement(ctx.db, user, applet)
  await disconnectAccount(ctx, (await connectService(ctx, provider, 'github')).id)
  expect(await ctx.db.select().from(enablements)).toMatchObject([{ applet_id: applet.id, status: 'enabled' }])
})

test("finds no other user's, unknown or deleted accounts", async () => {
  const { ctx, base } = await aConnectionFixture()
  const theirs = await aConnectedAccount(base.db, await aUser(base.db), 'github')
  for (const id of [theirs.id, 'con_unknown', '']) {
    await expect(disconnectAccount(ctx, id)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  }
  expect(await accountRow(ctx, theirs.id)).toEqual(theirs)
  expect(await ctx.db.select().from(activity_log)).toEqual([])
})

test('connects an accepted key and stores it encrypted', async () => {
  const { ctx, provider } = await aConnectionFixture()
  const connection = await connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })
  expect(connection).toMatchObject({
    service: { module_name: 'todoist' },
    account_name: 'key_ada@example.test',
    status: 'connected',
    used_by: [],
  })
  const account = await accountRow(ctx, connection.id)
  expect(account).toMatchObject({
    account_id: 'key_ada',
    refresh_token: null,
    expires_at: null,
    access_token: expect.stringMatching(/^local\./),
  })
  expect(
    await withAccessToken(ctx, account, async ({ token }) => Response.json(token)).then((answer) => answer.json()),
  ).toBe('key_ada')
  expect(provider.seen).toEqual(['GET todoist.example/api/v1/user'])
})

test('breaks a key connection at the first 401', async () => {
  const { ctx } = await aConnectionFixture()
  const { id } = await connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })
  let asked = 0
  const refuse = async () => Response.json(++asked, { status: 401 })
  await expect(withAccessToken(ctx, await accountRow(ctx, id), refuse)).rejects.toMatchObject({
    code: 'connection_broken',
  })
  expect(asked).toBe(1)
  expect((await accountRow(ctx, id)).status).toBe('broken')
})

test('rejects a refused key beside its field, storing nothing', async () => {
  const { ctx, provider } = await aConnectionFixture()
  for (const key of ['wrong', 'key with spaces', 'schlüssel', 'key_\r\nx-evil: 1', '🔑']) {
    await expect(connectKey(ctx, { module_name: 'todoist', key })).rejects.toMatchObject({
      code: 'invalid_key',
      detail: { attribute: 'key' },
    })
  }
  expect(provider.seen).toEqual(['GET todoist.example/api/v1/user'])
  provider.failNext('/api/v1/user', () => new Response('', { status: 500 }))
  await expect(connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })).rejects.toMatchObject({
    code: 'service_unreachable',
  })
  expect(await accountRows(ctx)).toEqual([])
})

test('rejects a key for services connected another way', async () => {
  const { ctx, provider } = await aConnectionFixture()
  for (const module_name of ['github', 'feeds']) {
    await expect(connectKey(ctx, { module_name, key: 'key_ada' })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { attribute: 'module_name' },
    })
  }
  await expect(connectKey(ctx, { module_name: 'nowhere', key: 'key_ada' })).rejects.toMatchObject({ code: 'not_found' })
  expect(provider.seen).toEqual([])
})
