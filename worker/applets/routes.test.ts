import { expect, test } from 'vitest'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { anEnablement, signIn } from '../testing/rows.ts'
import { call } from '../testing/call-api.ts'
import { aHub, anAppletWithField, aPlainApplet, anAppletFixture } from './testing/stored-applet.fixture.ts'

async function signedIn() {
  const world = await anAppletFixture()
  const { token } = await signIn(world.db, world.user, Date.now())
  return { ...world, session: token }
}

const body = async (response: Response) => response.json<Record<string, unknown>>()

/** The texts that publishing asks for. */
const PUBLICATION = { name: 'Stars to rows', description: 'Each star is a row.', value_propositions: [] }

// §2.1-10 §7-46 §7-47 §7-49 §7-57
test('creates, saves, disables and deletes an Applet', async () => {
  const world = await signedIn()
  const { session } = world
  await anAppletWithField(world, { friendly_id: 'feed' })
  const fields = { '0.url': 'https://blog.test/feed' }
  const saved = await call('PATCH', '/api/applets/feed', { session, body: { fields } })
  expect([saved.status, await body(saved)]).toMatchObject([200, { applet: { status: 'enabled_for_user', fields } }])
  const disabled = await call('POST', '/api/applets/feed/disable', { session })
  expect([disabled.status, await body(disabled)]).toMatchObject([200, { applet: { status: 'disabled_for_user' } }])
  const created = await call('POST', '/api/applets', { session, body: { id: 'feed' } })
  expect([created.status, await body(created)]).toMatchObject([201, { applet: { status: 'enabled_for_user', fields } }])
  const again = await call('POST', '/api/applets', { session, body: { id: 'feed' } })
  expect(again.status).toBe(200)
  const deleted = await call('DELETE', '/api/applets/feed', { session })
  expect([deleted.status, await body(deleted)]).toMatchObject([200, { applet: { status: 'never_enabled_for_user' } }])
})

// §7-58
test('switches features and notifications, accepting a bare or named list', async () => {
  const world = await signedIn()
  const { session } = world
  const hub = await aHub(world)
  await call('POST', '/api/applets', { session, body: { id: hub.id } })
  const list = [{ slug: 'lights', disabled: true }]
  for (const sent of [list, { configurations: list }]) {
    const response = await call('PATCH', `/api/applets/${hub.id}/configurations`, { session, body: sent })
    expect(response.status).toBe(200)
    expect(await body(response)).toMatchObject({
      normalized_applet_configurations: [
        { slug: 'presence' },
        { slug: 'lights', live_configurations: [{ disabled: true }] },
      ],
    })
  }
  const notified = await call('PATCH', `/api/applets/${hub.id}/notifications`, { session, body: { pushEnabled: true } })
  expect([notified.status, await body(notified)]).toMatchObject([200, { applet: { push_enabled: true } }])
})

test('archives, restores and publishes for the author', async () => {
  const world = await anAppletFixture()
  const { token: session } = await signIn(world.db, world.author, Date.now())
  const { id } = await aPlainApplet(world, { published_at: null })
  const published = await call('POST', `/api/applets/${id}/publish`, { session, body: PUBLICATION })
  expect(await body(published)).toMatchObject({ applet: { published: true } })
  expect(await body(await call('DELETE', `/api/applets/${id}`, { session }))).toMatchObject({
    applet: { status: 'archived' },
  })
  const restored = await call('POST', `/api/applets/${id}/restore`, { session })
  expect([restored.status, await body(restored)]).toMatchObject([200, { applet: { status: 'never_enabled_for_user' } }])
})

test('serves public reads without a session, uncached', async () => {
  const world = await anAppletFixture()
  await aPlainApplet(world, { friendly_id: 'plain' })
  const addresses = [
    '/api/home',
    '/api/explore?q=plain',
    '/api/services/webhooks',
    '/api/services/webhooks/triggers/web_request',
  ]
  const more = [
    '/api/services/notifications/actions/send',
    '/api/plans',
    '/api/applets/plain',
    '/api/applets/plain/viewer',
  ]
  for (const address of [...addresses, ...more]) {
    const response = await call('GET', address)
    expect([address, response.status, response.headers.get('cache-control')]).toEqual([
      address,
      200,
      'private, no-store',
    ])
  }
  expect((await call('GET', `/api/explore?q=${'x'.repeat(500)}`)).status).toBe(200)
})

test('answers 409 when the status forbids the call', async () => {
  const world = await signedIn()
  await aPlainApplet(world, { friendly_id: 'plain' })
  const response = await call('POST', '/api/applets/plain/disable', { session: world.session })
  expect([response.status, await body(response)]).toMatchObject([
    409,
    { error: { code: 'conflict', message: 'You do not have this Applet. Connect it first.' }, errors: [] },
  ])
})

// §4.8-07
test('answers quota with 403, missing configuration with 422', async () => {
  const world = await signedIn()
  const { session } = world
  await anAppletWithField(world, { friendly_id: 'feed' })
  const missing = await call('POST', '/api/applets', { session, body: { id: 'feed' } })
  expect([missing.status, await body(missing)]).toMatchObject([
    422,
    { error: { code: 'needs_configuration', redirect_to: '/applets/feed/edit' } },
  ])
  for (let n = 0; n < 2; n++) await anEnablement(world.db, world.user, await aPlainApplet(world))
  const full = await call('POST', '/api/applets', { session, body: { id: 'feed' } })
  expect([full.status, await body(full)]).toMatchObject([
    403,
    {
      error: {
        code: 'quota_reached',
        message: "You've used all your Applets",
        redirect_to: '/plans?reason=applet_quota',
      },
    },
  ])
})

const invalid: [path: string, method: string, body: unknown, attribute: string][] = [
  ['/api/applets', 'POST', {}, 'id'],
  ['/api/applets', 'POST', { id: 1, status: 'enabled' }, 'status'],
  ['/api/applets', 'POST', { id: -1 }, 'id'],
  ['/api/applets/plain', 'PATCH', { preserve_applet_fields: 'yes' }, 'preserve_applet_fields'],
  ['/api/applets/plain', 'PATCH', { fields: { '0.url': 1 } }, 'fields.0.url'],
  ['/api/applets/plain', 'PATCH', { fields: { '0.gone': 'x' } }, '0.gone'],
  ['/api/applets/plain', 'PATCH', { name: 'x' }, 'name'],
  ['/api/applets/plain/configurations', 'PATCH', [{ slug: 'lights' }], 'configurations.0.disabled'],
  ['/api/applets/plain/configurations', 'PATCH', { configurations: [], other: 1 }, 'other'],
  ['/api/applets/plain/configurations', 'PATCH', 'null', ''],
  ['/api/applets/plain/notifications', 'PATCH', {}, ''],
  ['/api/applets/plain/notifications', 'PATCH', { pushEnabled: 'on' }, 'pushEnabled'],
]

test.each(invalid)('%s %s with %j answers 422 naming the error', async (path, method, sent, attribute) => {
  const world = await signedIn()
  await aPlainApplet(world, { friendly_id: 'plain' })
  const response = await call(method, path, { session: world.session, body: sent })
  expect(response.status).toBe(422)
  const { error, errors } = await response.json<ErrorEnvelope>()
  expect(error.code).toBe('invalid_input')
  expect(errors.map((each) => each.attribute)).toContain(attribute)
})
