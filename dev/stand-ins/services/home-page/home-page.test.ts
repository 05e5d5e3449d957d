import { expect, test } from 'vitest'
import { runningServices } from '../running-services.fixture.ts'
import { doubleNames, doubleSignIns } from '../../doubles/double-routes.ts'
import { AtProvider } from '../../oauth/at-provider.ts'

async function open() {
  const services = await runningServices()
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

test('no other site presses the buttons of the page', async () => {
  const { press } = await open()
  const from = { origin: 'http://localhost:1' }
  expect((await press('/grants/1/revoke', {}, from)).status).toBe(403)
})
