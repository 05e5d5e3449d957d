import { Hono } from 'hono/tiny'
import { expect, test } from 'vitest'
import type { Ctx } from '../system/context/context.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { connectionRoutes } from './routes.ts'
import { aConnectionFixture, RETURN_TO } from './testing/connection.fixture.ts'

/** The connection routes over a given Ctx, called by one browser that keeps its cookies. */
function browserAt(ctx: Ctx) {
  const app = new Hono<HonoEnv>()
    .use(async (c, next) => {
      c.set('ctx', ctx)
      await next()
    })
    .route('/', connectionRoutes)
  const jar = new Map<string, string>()
  return {
    jar,
    async get(address: string | URL, site = 'same-origin') {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await app.request(String(address), { headers: { cookie, 'sec-fetch-site': site } })
      const set = response.headers.getSetCookie()
      for (const line of set) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
        jar.set(name, value)
      }
      return { response, set }
    },
  }
}

const activation = (names: string) => `/api/activation?${names}&return_to=${encodeURIComponent(RETURN_TO)}`

test('binds the flow to a cookie other sites cannot read', async () => {
  const { ctx } = await aConnectionFixture()
  const browser = browserAt(ctx)
  const { set } = await browser.get(activation('c[]=github'))
  expect(set).toEqual([
    expect.stringMatching(/^__Host-oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const first = browser.jar.get('__Host-oauth')
  await browser.get(activation('c[]=google_sheets'))
  expect(browser.jar.get('__Host-oauth')).toBe(first)
  browser.jar.set('__Host-oauth', 'planted')
  await browser.get(activation('c[]=github'))
  expect(browser.jar.get('__Host-oauth')).toMatch(/^[\w-]{43}$/)
})

test('connects two services in turn with a message for each', async () => {
  const { ctx, provider } = await aConnectionFixture()
  const browser = browserAt(ctx)
  let [address, site] = [activation('c[]=github&c[]=google_sheets'), 'same-origin']
  for (const next of [/^\/activate\?/, /^\/applets\/star-to-sheet$/]) {
    const { response } = await browser.get(address, site)
    const { to } = await response.json<{ to: string }>()
    const back = await browser.get(provider.allow(to))
    expect(back.response.status).toBe(302)
    expect(back.set).toEqual([expect.stringMatching(/^flash=[^;]+; Max-Age=60; Path=\/; SameSite=Lax$/)])
    const location = back.response.headers.get('location') ?? ''
    expect(location).toMatch(next)
    ;[address, site] = [`/api${location.replace('/activate', '/activation')}`, 'cross-site']
  }
  expect(JSON.parse(decodeURIComponent(browser.jar.get('flash') ?? ''))).toEqual([
    { type: 'success', message: 'GitHub is connected.' },
    { type: 'success', message: 'Google Sheets is connected.' },
  ])
})

test.each(['%', 'nonsense', '{}', '[1]', '%5B%7B%22type%22%3A%22evil%22%7D%5D'])(
  'drops an invalid flash cookie: %s',
  async (value) => {
    const { ctx, provider } = await aConnectionFixture()
    const browser = browserAt(ctx)
    browser.jar.set('flash', value)
    const { response } = await browser.get(activation('c[]=github'))
    await browser.get(provider.allow((await response.json<{ to: string }>()).to))
    expect(JSON.parse(decodeURIComponent(browser.jar.get('flash') ?? ''))).toEqual([
      { type: 'success', message: 'GitHub is connected.' },
    ])
  },
)
