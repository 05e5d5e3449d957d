import { expect, test } from 'vitest'
import { connectedService } from './connected-service.fixture.ts'
import { atDemoService, callApi } from './at-demo-service.ts'

test.each([
  ['octoforge', 'repos', 'ada/engine'],
  ['sheetly', 'spreadsheets', 'Starred repositories'],
  ['parley', 'channels', '#general'],
  ['lumen', 'lights', 'Porch'],
  ['homebase', 'devices', 'Front door'],
  ['tunebox', 'playlists', 'Morning'],
  ['pixbin', 'albums', 'Camera'],
  ['taskpile', 'lists', 'Today'],
])('%s lists its %s as form options', async (service, path, label) => {
  const { call } = await connectedService(service)
  const { status, body } = await call('GET', `/options/${path}`)
  expect(status).toBe(200)
  expect(body.options[0]).toEqual({ label, value: expect.stringMatching(/^[A-Z]+01$/) })
})

test.each([
  ['octoforge', '/repos/R01/issues', 'issues', { title: 'A new one' }],
  ['sheetly', '/spreadsheets/SH02/rows', 'rows', { values: ['milk', '2'] }],
  ['chirp', '/posts', 'posts', { text: 'Hello' }],
  ['parley', '/channels/C02/messages', 'messages', { text: 'Hello' }],
  ['tunebox', '/playlists/PL01/tracks', 'tracks', { title: 'Second light' }],
  ['pixbin', '/albums/A02/photos', 'photos', { url: 'https://pixbin.test/1.jpg' }],
  ['taskpile', '/lists/TL01/tasks', 'tasks', { title: 'Feed the cat', due: '2026-04-01' }],
  ['stride', '/activities', 'activities', { kind: 'swim', distance_m: 400 }],
])('%s stores posts to %s and refuses nonsense', async (service, path, name, item) => {
  const { call } = await connectedService(service)
  const before = (await call('GET', path)).body[name].length
  expect(await call('POST', path, item)).toMatchObject({ status: 201, body: item })
  expect(await call('POST', path, { nonsense: true })).toMatchObject({ status: 422, body: { error: 'invalid' } })
  const after = (await call('GET', path)).body[name]
  expect(after).toHaveLength(before + 1)
  expect(after[0]).toMatchObject(item)
})

test('switches a light and a device, but not unknown ones', async () => {
  const lumen = await connectedService('lumen')
  expect((await lumen.call('PUT', '/lights/L01', { on: true })).body).toMatchObject({
    name: 'Porch',
    on: true,
    brightness: 80,
  })
  expect((await lumen.call('GET', '/lights')).body.lights[0]).toMatchObject({ id: 'L01', on: true })
  expect((await lumen.call('PUT', '/lights/L99', { on: true })).status).toBe(404)
  const homebase = await connectedService('homebase')
  expect((await homebase.call('PUT', '/devices/D03', { on: true })).body).toMatchObject({ on: true })
})

test('digestly returns the first sentences', async () => {
  const { call } = await connectedService('digestly')
  const { body } = await call('POST', '/summaries', { text: 'One is first. Two is next. Three is last.', sentences: 2 })
  expect(body).toEqual({ summary: 'One is first. Two is next.' })
})

test('two accounts of one service hold different data', async () => {
  const { open } = await connectedService('sheetly')
  const [ada, work] = [await open('ada'), await open('work')]
  expect((await ada('GET', '/options/spreadsheets')).body).not.toEqual(
    (await work('GET', '/options/spreadsheets')).body,
  )
  expect((await work('POST', '/spreadsheets/SH01/rows', { values: ['x'] })).status).toBe(404)
})

// RFC 6750 §3.1
test('a token opens only its scopes', async () => {
  const { call } = await connectedService('parley', { scope: 'channels:read' })
  expect((await call('GET', '/channels')).status).toBe(200)
  const refused = await call('POST', '/channels/C01/messages', { text: 'Hello' })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="messages:write"')
})

test('refuses a foreign token and challenges a missing one', async () => {
  const { services, endpoints } = await connectedService('parley')
  const { access_token } = await atDemoService(services.origin, 'parley').signIn()
  const other = await callApi(`${services.origin}/chirp/api/posts`, access_token)
  expect(other.status).toBe(401)
  expect(other.headers.get('www-authenticate')).toContain('error="invalid_token"')
  const bare = await fetch(endpoints.account_url)
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toBe('Bearer realm="Parley"')
})

test('beacon accepts a valid key and refuses all others', async () => {
  const { services } = await connectedService('parley')
  const me = `${services.origin}/beacon/api/me`
  const valid = await callApi(me, 'beacon_demo1234')
  expect(await valid.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f]{12}$/), name: 'Beacon key …1234' })
  for (const key of ['beacon_revoked00', 'beacon_short', 'beacon_UPPER1234', 'other_demo1234']) {
    const answer = await callApi(me, key)
    expect([key, answer.status]).toEqual([key, 401])
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  }
  expect((await fetch(me)).status).toBe(401)
})

test('beacon keeps the pings of each key apart', async () => {
  const { services } = await connectedService('parley')
  const pings = `${services.origin}/beacon/api/pings`
  const added = await callApi(pings, 'beacon_demo1234', { method: 'POST', json: { name: 'backup done' } })
  expect(added.status).toBe(201)
  expect(await (await callApi(pings, 'beacon_demo1234')).json()).toMatchObject({ pings: [{ name: 'backup done' }] })
  expect(await (await callApi(pings, 'beacon_other567')).json()).toEqual({ pings: [], next_cursor: null })
})
