import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connected_accounts } from '../../db/schema/connections.ts'
import { aConnectedAccount, aSubscription, anApplet, anEnablement } from '../../testing/rows.ts'
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
} from '../testing/applet-world.ts'

test('creating an Applet enables it and answers it with the status it has now (§4.7)', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { enabled_count: 7 })
  const { created, applet: answered } = await enableApplet(world.ctx, { id: applet.id })
  expect(created).toBe(true)
  expect(answered).toMatchObject({ id: applet.id, status: 'enabled_for_user', enabled_count: 8, has_webhook: true })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ status: 'enabled', fields: {} })
  expect(await eventsOf(world, applet)).toEqual(['enabled'])
})

test('creating it a second time changes nothing and answers the same (§4.7)', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await enableApplet(world.ctx, { id: applet.id })
  const again = await enableApplet(world.ctx, { id: String(applet.id) })
  expect(again).toMatchObject({ created: false, applet: { status: 'enabled_for_user', enabled_count: 1 } })
  expect(await eventsOf(world, applet)).toEqual(['enabled'])
})

test('two presses at the same time enable it once (§4.7)', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  const answers = await Promise.all([1, 2, 3].map(() => enableApplet(world.ctx, { id: applet.id })))
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect(answers.every(({ applet: answered }) => answered.status === 'enabled_for_user')).toBe(true)
  expect(await countOf(world, applet)).toBe(1)
})

test('of two Applets created at once on the last slot exactly one wins (§D3.3)', async () => {
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

test('a full quota is refused with the way to the plans, and a slot that is freed can be used (§6)', async () => {
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

// §6-07 §D3.3-03
test('Pro+ has no quota (§6)', async () => {
  const world = await anAppletFixture()
  await aSubscription(world.db, world.user, { tier: 'pro' })
  for (let n = 0; n < 22; n++) await anEnablement(world.db, world.user, await aPlainApplet(world))
  expect(await enableApplet(world.ctx, { id: (await aPlainApplet(world)).id })).toMatchObject({ created: true })
})

test('services that are not connected send the user to the activation path and back (§4.10)', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world, { friendly_id: 'star-to-sheet' })
  await aConnectedAccount(world.db, world.user, 'octoforge')
  await expect(enableApplet(world.ctx, { id: 'star-to-sheet' })).rejects.toMatchObject({
    code: 'services_not_connected',
    status: 422,
    detail: { redirectTo: '/activate?c[]=sheetly&return_to=%2Fapplets%2Fstar-to-sheet' },
  })
  await aConnectedAccount(world.db, world.user, 'sheetly')
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('a broken account does not count as connected (§D3.5)', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await aConnectedAccount(world.db, world.user, 'octoforge')
  const account = await aConnectedAccount(world.db, world.user, 'sheetly', { status: 'broken' })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({ code: 'services_not_connected' })
  await world.db.update(connected_accounts).set({ status: 'connected' }).where(eq(connected_accounts.id, account.id))
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('an Applet of two accounts of one service asks for both (§6)', async () => {
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
  await aConnectedAccount(world.db, world.user, 'sheetly')
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    detail: { redirectTo: '/activate?c[]=sheetly&c[]=sheetly&return_to=%2Fapplets%2Fboth' },
  })
  await aConnectedAccount(world.db, world.user, 'sheetly')
  expect(await enableApplet(world.ctx, { id: applet.id })).toMatchObject({ created: true })
})

test('an Applet with fields goes to the edit path first (§4.10)', async () => {
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

test('a connection that is there already can not be made again (§4.10)', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await enableApplet(world.ctx, { id: hub.id })
  await expect(enableApplet(world.ctx, { id: hub.id })).rejects.toMatchObject({
    code: 'already_connected',
    status: 409,
  })
})

test('all features of a new connection are on, and what was switched off stays off when it comes back (§1)', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  const { applet } = await enableApplet(world.ctx, { id: hub.id })
  expect(applet.live_configurations).toEqual([
    { slug: 'presence', disabled: false },
    { slug: 'lights', disabled: false },
  ])
  await world.db.update(live_configurations).set({ disabled: true }).where(eq(live_configurations.slug, 'lights'))
  await disableApplet(world.ctx, at(hub))
  expect((await enableApplet(world.ctx, { id: hub.id })).applet.live_configurations).toContainEqual({
    slug: 'lights',
    disabled: true,
  })
})

test('an archived Applet can not be enabled, not even by who had it (§D3.7)', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { archived_at: 1 })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({ code: 'not_found' })
  await anEnablement(world.db, world.user, applet, { status: 'disabled' })
  await expect(enableApplet(world.ctx, { id: applet.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Its author has archived this Applet.',
  })
  const author = await world.base.as(world.author)
  await expect(enableApplet(author, { id: applet.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('a visitor is asked to sign in before anything is told (§6)', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await expect(enableApplet(world.base, { id: applet.id })).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(enableApplet(world.base, { id: 999_999 })).rejects.toMatchObject({ code: 'not_signed_in' })
})
