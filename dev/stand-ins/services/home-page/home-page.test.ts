import { expect, onTestFinished, test } from 'vitest'
import { doubleNames, doubleSignIns } from '../../doubles/double-routes.ts'
import { AtProvider } from '../../oauth/at-provider.ts'
import { startServices } from '../start-services.ts'

async function open() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const { origin } = services
  return {
    ...services,
    page: async () => (await fetch(origin)).text(),
    press: (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      fetch(origin + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers }),
  }
}

test('the page leads to the page of each service', async () => {
  const { page, origin } = await open()
  const text = await page()
  for (const { module_name, name } of doubleNames()) {
    expect(text).toContain(`<a href="/${module_name}">${name}</a>`)
    expect([module_name, (await fetch(`${origin}/${module_name}`)).status]).toEqual([module_name, 200])
  }
})

test('a grant is listed, expired and revoked', async () => {
  const { page, press, origin, control } = await open()
  const linear = doubleSignIns().find(({ module_name }) => module_name === 'linear')
  if (!linear) throw new Error('Linear has no sign-in.')
  expect(await page()).toContain('None yet.')
  await new AtProvider(`${origin}/linear`, linear).signIn()
  const [grant] = control.grants()
  expect(await page()).toContain('access token until')
  expect((await press(`/grants/${grant?.id}/expire`)).headers.get('location')).toBe('/')
  expect(await page()).toContain('access token expired')
  await press(`/grants/${grant?.id}/revoke`)
  expect(control.grants()).toEqual([])
})

test('the form makes a service fail, and ends all faults', async () => {
  const { page, press, origin } = await open()
  const read = async () => (await fetch(`${origin}/feeds/news.xml`)).status
  const answer = await press('/faults', { service: 'feeds', what: 'limited', length: 'thrice' })
  expect(answer.headers.get('location')).toBe('/#faults')
  expect(await read()).toBe(429)
  expect(await page()).toContain('feeds: status 429, 2 more calls')
  await press('/faults/end')
  expect(await read()).toBe(200)
  expect((await press('/faults', { service: 'feeds', what: 'explode', length: 'once' })).status).toBe(400)
})

test('the form makes each service fail', async () => {
  const { page, press, origin } = await open()
  for (const { module_name, name } of doubleNames()) {
    expect(await page()).toContain(`<option value="${module_name}">${name}</option>`)
    expect((await press('/faults', { service: module_name, what: 'down', length: 'long' })).status).toBe(303)
    expect((await fetch(`${origin}/${module_name}/anything`)).status).toBe(503)
  }
})

test('no other site presses the buttons of the page', async () => {
  const { press } = await open()
  const from = { origin: 'http://localhost:1' }
  for (const path of ['/faults', '/faults/end', '/services', '/grants/1/revoke'])
    expect([path, (await press(path, {}, from)).status]).toEqual([path, 403])
})
