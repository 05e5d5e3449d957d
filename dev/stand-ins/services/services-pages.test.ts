import { expect, onTestFinished, test } from 'vitest'
import { startServices } from './start-services.ts'
import { inkOn, luminance } from '../oauth/brand-style.ts'
import { AtProvider } from '../oauth/at-provider.ts'
import { doubleSignIns } from '../doubles/double-routes.ts'
import { keyService, standInServices as allServices } from './data/services.ts'
import { atDemoService, callApi } from './at-demo-service.ts'

async function start() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const parley = services.catalog.find((each) => each.module_name === 'parley')
  if (!parley) throw new Error('no parley')
  return { ...services, parley }
}

test('the home page lists grants and can expire or revoke them', async () => {
  const { origin, parley, control } = await start()
  const home = async () => (await fetch(origin)).text()
  expect(await home()).toContain('None yet.')
  const tokens = await atDemoService(origin, 'parley').signIn('parley-work')
  expect(await home()).toContain('work@parley.test')
  const [grant] = control.grants()
  const press = (button: string) => fetch(`${origin}/grants/${grant?.id}/${button}`, { method: 'POST' })
  expect(await (await press('expire')).text()).toContain('access token expired')
  expect((await callApi(parley.account_url, tokens.access_token)).status).toBe(401)
  expect(control.grants()).toHaveLength(1)
  expect(await (await press('revoke')).text()).toContain('None yet.')
  expect(control.grants()).toEqual([])
})

test.each(doubleSignIns().filter(({ clients }) => clients.length > 0))(
  'the home page lists grants at $name',
  async (settings) => {
    const { origin } = await start()
    await new AtProvider(`${origin}/${settings.module_name}`, settings).signIn()
    const text = await (await fetch(origin)).text()
    expect(text).toContain(
      `<b>${settings.name}</b> <span>${settings.accounts[0]?.name.replaceAll("'", '&#39;')}</span>`,
    )
  },
)

test.each([...allServices, keyService])('text on the brand color of $name reaches 4.5:1', ({ brand_color }) => {
  const [a, b] = [luminance(brand_color), luminance(inkOn(brand_color).replace('#fff', '#ffffff'))]
  expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThanOrEqual(4.5)
})
