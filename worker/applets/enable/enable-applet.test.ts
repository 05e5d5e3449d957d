import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connected_accounts } from '../../db/schema/connections.ts'
import { aConnectedAccount, aStep, aSubscription, anApplet, anEnablement } from '../../testing/rows.ts'
import { enableApplet } from './enable-applet.ts'
import { disableApplet } from './disable-applet.ts'
import { live_configurations } from '../../db/schema/applets.ts'
import {
  aHub,
  anAppletWithField,
  anAppletWithServices,
  aPlainApplet,
  at,
  anAppletFixture,
  countOf,
  enablementOf,
  eventsOf,
} from '../testing/stored-applet.fixture.ts'

test('enables a new Applet and returns its current status', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { enabled_count: 7 })
  const { created, applet: answered } = await enableApplet(world.ctx, { id: applet.id })
  expect(created).toBe(true)
  expect(answered).toMatchObject({ id: applet.id, status: 'enabled_for_user', enabled_count: 8, has_webhook: true })
  expect(await enablementOf(world, world.user, applet)).toEqual(
    expect.objectContaining({ status: 'enabled', fields: {} }),
  )
  expect(await eventsOf(world, applet)).toEqual(['enabled'])
})

test('changes nothing when created a second time', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await enableApplet(world.ctx, { id: applet.id })
  const again = await enableApplet(world.ctx, { id: String(applet.id) })
  expect(again).toMatchObject({ created: false, applet: { status: 'enabled_for_user', enabled_count: 1 } })
  expect(await eventsOf(world, applet)).toEqual(['enabled'])
})

test('lets only one of two Applets take the last slot', async () => {
  const world = await anAppletFixture()
  const [first, second, third] = [await aPlainApplet(world), await aPlainApplet(world), await aPlainApplet(world)]
  await enableApplet(world.ctx, { id: first.id })
  const other = await world.base.as(world.user)
  const answers = await Promise.allSettled([
    enableApplet(world.ctx, { id: second.id }),
    enableApplet(other, { id: third.id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find((answer) => answer.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'quota_reached', status: 403 })
  expect([await countOf(world, second), await countOf(world, third)].toSorted()).toEqual([0, 1])
})

test('refuses at a full quota until a slot is free', async () => {
  const world = await anAppletFixture()
  const taken = [await aPlainApplet(world), await aPlainApplet(world)]
  for (const applet of taken) await anEnablement(world.db, world.user, applet)
  const applet = await aPlainApplet(world)
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    code: 'quota_reached',
    detail: { redirectTo: '/plans?reason=applet_quota' },
  })
  expect(await enablementOf(world, world.user, applet)).toBeNull()
  await aSubscription(world.db, world.user, { tier: 'intermediate_pro' })
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

// §6-06
test('sets no quota on Pro+', async () => {
  const world = await anAppletFixture()
  await aSubscription(world.db, world.user, { tier: 'pro' })
  for (let n = 0; n < 22; n++) await anEnablement(world.db, world.user, await aPlainApplet(world))
  expect(await enableApplet(world.ctx, { id: (await aPlainApplet(world)).id })).toMatchObject({ created: true })
})

test('a user of the legacy plan enables an Applet with queries', async () => {
  const world = await anAppletFixture()
  const { hook, notify } = world.steps
  const query = await aStep(world.db, 'notifications', 'query', 'latest')
  const steps = [{ step: hook }, { step: query }, { step: notify, fields: { message: 'Hello' } }]
  const applet = await anApplet(world.db, world.author, steps)
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({ code: 'tier_required' })
  await aSubscription(world.db, world.user, { tier: 'legacy_pro' })
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('sends the user to the activation path for missing services', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world, { friendly_id: 'star-to-sheet' })
  await aConnectedAccount(world.db, world.user, 'github')
  await expect(enableApplet(world.ctx, { id: 'star-to-sheet' })).rejects.toMatchObject({
    code: 'services_not_connected',
    status: 422,
    detail: { redirectTo: '/activate?c[]=google_sheets&return_to=%2Fapplets%2Fstar-to-sheet' },
  })
  await aConnectedAccount(world.db, world.user, 'google_sheets')
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('treats a broken account as not connected', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await aConnectedAccount(world.db, world.user, 'github')
  const account = await aConnectedAccount(world.db, world.user, 'google_sheets', { status: 'broken' })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({ code: 'services_not_connected' })
  await world.db.update(connected_accounts).set({ status: 'connected' }).where(eq(connected_accounts.id, account.id))
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('requires both accounts of an Applet that uses two', async () => {
  const world = await anAppletFixture()
  const { row, hook } = world.steps
  const fixed = { sheet: 'S1', note: '' }
  const applet = await anApplet(
    world.db,
    world.author,
    [{ step: hook }, { step: row, fields: fixed }, { step: row, fields: fixed, account_slot: 1 }],
    { friendly_id: 'both' },
  )
  await aSubscription(world.db, world.user, { tier: 'pro' })
  await aConnectedAccount(world.db, world.user, 'google_sheets')
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    detail: { redirectTo: '/activate?c[]=google_sheets&c[]=google_sheets&return_to=%2Fapplets%2Fboth' },
  })
  await aConnectedAccount(world.db, world.user, 'google_sheets')
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('sends an Applet with fields to the edit path first', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world, { friendly_id: 'feed-to-phone' })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    code: 'needs_configuration',
    status: 422,
    message: "You'll need to configure this feature first.",
    detail: { redirectTo: '/applets/feed-to-phone/edit' },
  })
  await anEnablement(world.db, world.user, applet, {
    status: 'disabled',
    fields: { '0.url': 'https://blog.test/feed' },
  })
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({
    created: true,
    applet: { fields: { '0.url': 'https://blog.test/feed' } },
  })
})

test('refuses to create an existing connection again', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await enableApplet(world.ctx, { id: hub.id })
  await expect(enableApplet(world.ctx, { id: hub.id })).rejects.toMatchObject({
    code: 'already_connected',
    status: 409,
  })
})

test('turns on all features, but keeps earlier switches on return', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  const { applet } = await enableApplet(world.ctx, { id: hub.id })
  expect(applet.configurations).toMatchObject([
    { slug: 'presence', live_configurations: [{ disabled: false }] },
    { slug: 'lights', live_configurations: [{ disabled: false }] },
  ])
  await world.db.update(live_configurations).set({ disabled: true }).where(eq(live_configurations.slug, 'lights'))
  await disableApplet(world.ctx, at(hub))
  expect((await enableApplet(world.ctx, { id: hub.id })).applet.configurations).toMatchObject([
    { slug: 'presence' },
    { slug: 'lights', live_configurations: [{ disabled: true }] },
  ])
})

test('refuses to enable an archived Applet, even for earlier users', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { archived_at: 1 })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({ code: 'not_found' })
  await anEnablement(world.db, world.user, applet, { status: 'disabled' })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The author archived this Applet, so it cannot be turned on again.',
  })
  const author = await world.base.as(world.author)
  await expect(enableApplet(author, { id: applet.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'You archived this Applet. Restore it first.',
  })
})
