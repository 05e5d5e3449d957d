import { expect, test } from 'vitest'
import { services } from '../../db/schema/connections.ts'
import type { ConnectionCheck, UpgradeDetails } from '../../contract/applets/applet.ts'
import { aConfiguration, anApplet, anEnablement, aStep, signIn } from '../../testing/rows.ts'
import { call } from '../../testing/call-api.ts'
import { readApplet, readViewer } from './read-applet.ts'
import { aHub, anAppletWithField, aPlainApplet, at, anAppletFixture } from '../testing/stored-applet.fixture.ts'

const AUTHORED = {
  friendly_id: 'sunset-lights',
  name: 'Lights at sunset',
  description: 'Turns the lights on.',
  brand_color: '#ffc21a',
  config_type: 'dynamic',
  applet_type: 'android',
  filter_code: 'skip()',
  actions_delay: 5400,
  created_at: 1_700_000_000_000,
} as const

// §3-35 §3-52
test('returns what the author set under the documented names', async () => {
  const world = await anAppletFixture()
  const { star, row } = world.steps
  const query = await aStep(world.db, 'github', 'query', 'open_issues')
  const applet = await anApplet(world.db, world.author, [{ step: star }, { step: query }, { step: row }], AUTHORED)
  await aConfiguration(world.db, applet, { slug: 'lights', title: 'Lights', icon: '/l.svg', required: true })
  const { actions_delay, ...same } = AUTHORED
  expect((await readApplet(world.base, at(applet))).applet).toMatchObject({
    ...same,
    id: applet.id,
    author: 'mira',
    author_id: world.author.id,
    services: [{ module_name: 'github' }, { module_name: 'google_sheets' }],
    configurations: [{ slug: 'lights', title: 'Lights', icon: '/l.svg', required: true }],
    applet_trigger: { slug: 'new_starred_repository' },
    applet_queries: [{ slug: 'open_issues' }],
    applet_actions: [{ slug: 'add_row' }],
    normalized_applet: { actions_delay },
    pro_features: true,
    intermediate_pro_features: false,
  })
})

// §3-35
test('puts into each configuration whether its user turned it off', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  const liveOf = async () =>
    (await readViewer(world.ctx, at(hub))).viewer?.configurations.map((each) => each.live_configurations)
  expect(await liveOf()).toEqual([[], []])
  await anEnablement(world.db, world.user, hub)
  expect(await liveOf()).toEqual([[{ disabled: false }], [{ disabled: false }]])
})

// §3-35
test.each(['ios', 'android', null] as const)('says which device needs the app: %s', async (type) => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { applet_type: type })
  expect((await readApplet(world.base, at(applet))).applet.applet_type).toBe(type)
})

test('says whether fields exist and whether they are required', async () => {
  const world = await anAppletFixture()
  const { star, row } = world.steps
  const optional = await anApplet(world.db, world.author, [{ step: star }, { step: row, fields: { sheet: 'S1' } }])
  const flagsOf = async (applet: { id: number }) => {
    const { has_fields, needs_configuration } = (await readApplet(world.base, at(applet))).applet
    return { has_fields, needs_configuration }
  }
  expect(await flagsOf(await aPlainApplet(world))).toEqual({ has_fields: false, needs_configuration: false })
  expect(await flagsOf(optional)).toEqual({ has_fields: true, needs_configuration: false })
  expect(await flagsOf(await anAppletWithField(world))).toEqual({ has_fields: true, needs_configuration: true })
})

// §3-35
test('returns push as stored and whether it is available', async () => {
  const world = await anAppletFixture()
  const [can, cannot] = [await aPlainApplet(world), await aPlainApplet(world, { can_push_enable: false })]
  await anEnablement(world.db, world.user, can, { push_enabled: true })
  expect((await readViewer(world.ctx, at(can))).viewer).toMatchObject({ push_enabled: true, can_push_enable: true })
  expect((await readViewer(world.ctx, at(cannot))).viewer).toMatchObject({
    push_enabled: false,
    can_push_enable: false,
  })
})

// §3-59
test("returns a service's names, color, publication and every icon", async () => {
  const world = await anAppletFixture()
  const stored = {
    name: 'GitHub Code Hosting',
    short_name: 'GitHub',
    brand_color: '#24292f',
    published: false,
    icon_bw: '/bw.svg',
    monochrome_image_url: '/mono.svg',
    lrg_monochrome_image_url: '/large-mono.svg',
    lrg_variant_image_url: '/large.svg',
  }
  await world.db.update(services).set(stored)
  const applet = await aPlainApplet(world)
  const { step_services } = (await readApplet(world.base, at(applet))).applet
  expect(step_services[0]).toMatchObject({ module_name: 'webhooks', ...stored })
})

// §7-50 §7-51
test('serves the connection check and upgrade details over HTTP', async () => {
  const world = await anAppletFixture()
  const { token: session } = await signIn(world.db, world.user, Date.now())
  const hub = await aHub(world)
  const check = async () =>
    (await call('GET', `/api/applets/${hub.id}/connection_check`, { session })).json<ConnectionCheck>()
  expect(await check()).toEqual({ connection_already_exists: null })
  await anEnablement(world.db, world.user, hub)
  expect((await check()).connection_already_exists?.message).toContain('already')
  const details = await call('GET', `/api/applets/${hub.id}/upgrade_details`, { session })
  expect(await details.json<UpgradeDetails>()).toMatchObject({
    applet: { id: hub.id, normalized_applet: { enablement_rules: { block_user: false } } },
    me: { login: 'frida', tier: 'free' },
  })
})

// §7-52
test('switches both notifications in one call', async () => {
  const world = await anAppletFixture()
  const { token: session } = await signIn(world.db, world.user, Date.now())
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet)
  const body = { pushEnabled: true, failedAppletRunNotificationsEnabled: false }
  const response = await call('PATCH', `/api/applets/${applet.friendly_id}/notifications`, { session, body })
  expect(await response.json()).toMatchObject({
    applet: { push_enabled: true, failed_applet_run_notifications_enabled: false },
  })
})

// §7-52
test('takes the id of the Applet with a notification too', async () => {
  const world = await anAppletFixture()
  const { token: session } = await signIn(world.db, world.user, Date.now())
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet)
  const patch = async (body: object) =>
    (await call('PATCH', `/api/applets/${applet.id}/notifications`, { session, body })).json()
  for (const appletId of [applet.id, String(applet.id), applet.friendly_id]) {
    expect(await patch({ appletId, pushEnabled: true })).toMatchObject({ applet: { push_enabled: true } })
  }
  for (const appletId of [applet.id + 1, 'another']) {
    const refused = { error: { code: 'invalid_input' }, errors: [{ attribute: 'appletId' }] }
    expect(await patch({ appletId, pushEnabled: false })).toMatchObject(refused)
  }
  expect(await patch({ appletId: applet.id })).toMatchObject({
    errors: [{ message: 'Choose a notification to turn on or off.' }],
  })
})
