import { expect, test } from 'vitest'
import { connectedService } from '../connected-service.fixture.ts'
import { standInServices } from '../data/services.ts'
import { happenings } from '../happenings/happenings.ts'
import { doubleNames } from '../../doubles/double-routes.ts'
import { atDemoService, callApi } from '../at-demo-service.ts'

async function opened(service: string) {
  const connected = await connectedService(service)
  const { origin } = connected.services
  return {
    ...connected,
    origin,
    page: async () => (await fetch(origin)).text(),
    press: (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      fetch(origin + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers }),
  }
}

test('a button makes something happen and leads back to its account', async () => {
  const { page, press, control } = await opened('octoforge')
  expect(await page()).toMatch(/<button\s+aria-label="Star a repository: Octoforge, octoforge-ada"/)
  const answer = await press('/accounts/octoforge-ada/star', { full_name: 'tides/charts' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#octoforge-ada'])
  expect(control.items('octoforge-ada', 'starred').at(-1)).toMatchObject({ full_name: 'tides/charts' })
  expect(await page()).toContain('Starred tides/charts')
})

test('an account shows what Switchyard did there', async () => {
  const { page, call } = await opened('parley')
  await call('POST', '/channels/C02/messages', { text: 'A <b>new</b> book' }, { 'x-request-id': 'sy_1' })
  const text = await page()
  expect(text).toContain('#reading, ada: A &lt;b&gt;new&lt;/b&gt; book')
  expect(text.split('by Switchyard')).toHaveLength(2)
})

test('only accounts with a grant show, and keys that were used', async () => {
  const { page, origin } = await opened('lumen')
  expect(await page()).not.toMatch(/Key …1234|id="lumen-work"|id="parley-ada"/)
  expect(await page()).toContain('Porch: off')
  await callApi(`${origin}/beacon/api/pings`, 'beacon_demo1234', { method: 'POST', json: { name: 'backup' } })
  expect(await page()).toMatch(/Key …1234[\s\S]*Ping: backup/)
})

test('the form makes a service fail, and ends all faults', async () => {
  const { page, press, call } = await opened('chirp')
  const answer = await press('/faults', { service: 'chirp', what: 'limited', length: 'thrice' })
  expect(answer.headers.get('location')).toBe('/#faults')
  expect((await call('GET', '/posts')).status).toBe(429)
  expect(await page()).toContain('chirp: status 429, 2 more calls')
  await press('/faults/end')
  expect((await call('GET', '/posts')).status).toBe(200)
  expect((await press('/faults', { service: 'chirp', what: 'explode', length: 'once' })).status).toBe(400)
})

test('refuses what it does not offer, and other sites', async () => {
  const { press, control } = await opened('octoforge')
  expect((await press('/accounts/octoforge-ada/explode')).status).toBe(404)
  const from = { origin: 'http://localhost:1' }
  for (const path of ['/accounts/octoforge-ada/star', '/faults', '/faults/end'])
    expect([path, (await press(path, {}, from)).status]).toEqual([path, 403])
  expect(control.items('octoforge-ada', 'starred')).toHaveLength(2)
})

test('every account that something happened to is described in words', async () => {
  const { origin, control, services } = await opened('octoforge')
  for (const { module_name } of standInServices) {
    await atDemoService(services.origin, module_name).signIn()
    for (const { slug } of happenings[module_name] ?? []) await control.happen(`${module_name}-ada`, slug)
  }
  const text = await (await fetch(origin)).text()
  expect(text).not.toMatch(/undefined|\[object|<span>[0-9a-f]{12}<\/span>/)
})

test('the form makes each double of a real service fail', async () => {
  const { page, press, origin } = await opened('lumen')
  for (const { module_name, name } of doubleNames()) {
    expect(await page()).toContain(`<option value="${module_name}">${name}</option>`)
    expect((await press('/faults', { service: module_name, what: 'down', length: 'long' })).status).toBe(303)
    expect((await fetch(`${origin}/${module_name}/anything`)).status).toBe(503)
  }
})
