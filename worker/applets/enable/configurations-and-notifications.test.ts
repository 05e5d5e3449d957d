import { expect, test } from 'vitest'
import type { AppletForViewer } from '../../contract/applets/applet.ts'
import { aConfiguration, anApplet, anEnablement, aStep } from '../../testing/rows.ts'
import { enableApplet } from './enable-applet.ts'
import { saveApplet } from './save-applet.ts'
import { setConfigurations } from './set-configurations.ts'
import { setNotifications } from './set-notifications.ts'
import { enablements } from '../../db/schema/applets.ts'
import { aHub, aPlainApplet, at, anAppletFixture, enablementOf, eventsOf } from '../testing/stored-applet.fixture.ts'

// §3-35
test('switches a single feature off and on', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await enableApplet(world.ctx, { id: hub.id })
  const off = await setConfigurations(world.ctx, at(hub), [{ slug: 'lights', disabled: true }])
  expect(off.normalized_applet_configurations).toMatchObject([
    { slug: 'presence', required: true, live_configurations: [{ disabled: false }] },
    { slug: 'lights', required: false, live_configurations: [{ disabled: true }] },
  ])
  const on = await setConfigurations(world.ctx, at(hub), [{ slug: 'lights', disabled: false }])
  expect(on.applet.configurations).toMatchObject([
    { slug: 'presence' },
    { slug: 'lights', title: 'Lights', icon: expect.any(String), live_configurations: [{ disabled: false }] },
  ])
  expect(await eventsOf(world, hub)).toEqual(['enabled', 'configurations_changed', 'configurations_changed'])
})

// §7-58
test('rejects switching off a required or unknown feature, changing nothing', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await enableApplet(world.ctx, { id: hub.id })
  const changes = ['presence', 'lights', 'gone'].map((slug) => ({ slug, disabled: true }))
  await expect(setConfigurations(world.ctx, at(hub), changes)).rejects.toMatchObject({
    code: 'invalid_input',
    detail: {
      errors: [
        { attribute: 'presence', message: 'Presence is always on.' },
        { attribute: 'gone', message: 'This feature no longer exists.' },
      ],
    },
  })
  const same = await setConfigurations(world.ctx, at(hub), [])
  expect(same.applet.configurations.map(({ live_configurations }) => live_configurations)).toEqual([
    [{ disabled: false }],
    [{ disabled: false }],
  ])
})

test('turns on a feature added after the user connected', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await anEnablement(world.db, world.user, hub)
  const { applet } = await setConfigurations(world.ctx, at(hub), [{ slug: 'lights', disabled: true }])
  expect(applet.configurations).toMatchObject([
    { slug: 'presence', live_configurations: [{ disabled: false }] },
    { slug: 'lights', live_configurations: [{ disabled: true }] },
  ])
})

test('rejects features of a connection that does not exist', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  await expect(setConfigurations(world.ctx, at(hub), [{ slug: 'lights', disabled: true }])).rejects.toMatchObject({
    code: 'conflict',
    message: 'You do not have this connection. Connect it first.',
  })
})

// §7-52
test('switches each notification separately', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await enableApplet(world.ctx, { id: applet.id })
  expect(await setNotifications(world.ctx, at(applet), { pushEnabled: true })).toMatchObject({
    push_enabled: true,
    failed_applet_run_notifications_enabled: true,
  })
  expect(await setNotifications(world.ctx, at(applet), { failedAppletRunNotificationsEnabled: false })).toMatchObject({
    push_enabled: true,
    failed_applet_run_notifications_enabled: false,
  })
})

test('rejects push where the Applet does not support it', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { can_push_enable: false })
  await enableApplet(world.ctx, { id: applet.id })
  await expect(setNotifications(world.ctx, at(applet), { pushEnabled: true })).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { attribute: 'pushEnabled' },
  })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ push_enabled: false })
})

test('allows both switches for enabled Applets only', async () => {
  const world = await anAppletFixture()
  const [never, disabled] = [await aPlainApplet(world), await aPlainApplet(world)]
  await anEnablement(world.db, world.user, disabled, { status: 'disabled' })
  const notify = (applet: { id: number }) => setNotifications(world.ctx, at(applet), { pushEnabled: true })
  await expect(notify(never)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You do not have this Applet. Connect it first.',
  })
  await expect(notify(disabled)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This Applet is turned off. Reconnect it first.',
  })
})

/** A hub whose alarm feature needs a feed address, as its user fills it in. */
async function aHubWithAlarm() {
  const world = await anAppletFixture()
  const item = await aStep(world.db, 'feeds', 'action', 'watch', [
    { slug: 'url', label: 'Feed address', type: 'url', required: false },
  ])
  const hub = await anApplet(world.db, world.author, [{ step: world.steps.hook }, { step: item }], {
    config_type: 'dynamic',
    friendly_id: 'hub',
  })
  await aConfiguration(world.db, hub, { slug: 'lights' })
  await aConfiguration(world.db, hub, { slug: 'alarm', fields: ['1.url'] })
  await enableApplet(world.ctx, { id: hub.id })
  return { world, hub }
}

test('refuses an unconfigured feature with the edit path', async () => {
  const { world, hub } = await aHubWithAlarm()
  const live = (applet: AppletForViewer) =>
    applet.configurations.flatMap(({ live_configurations }) => live_configurations.map(({ disabled }) => disabled))
  await expect(setConfigurations(world.ctx, at(hub), [{ slug: 'alarm', disabled: false }])).rejects.toMatchObject({
    code: 'needs_configuration',
    message: "You'll need to configure this feature first.",
    detail: { redirectTo: '/connections/hub/edit' },
  })
  expect(live(await saveApplet(world.ctx, at(hub), { fields: { '1.url': 'https://a.test' } }))).toEqual([false, false])
  const off = await setConfigurations(world.ctx, at(hub), [{ slug: 'alarm', disabled: true }])
  expect(live(off.applet)).toEqual([false, true])
  expect(live(await saveApplet(world.ctx, at(hub), { fields: {} }))).toEqual([false, true])
})

test('refuses a feature whose stored field became invalid', async () => {
  const { world, hub } = await aHubWithAlarm()
  await world.db.update(enablements).set({ fields: { '1.url': 'no & address' } })
  await expect(setConfigurations(world.ctx, at(hub), [{ slug: 'alarm', disabled: false }])).rejects.toMatchObject({
    code: 'invalid_input',
    detail: {
      errors: [{ attribute: '1.url', message: 'Feed address must be a web address, like https://example.com.' }],
      redirectTo: `/connections/hub/edit?error_message=${encodeURIComponent('Feed address must be a web address, like https://example.com.')}`,
    },
  })
})
