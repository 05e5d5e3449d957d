import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Home } from '../../worker/contract/catalogue.ts'
import { service } from '../site/test-catalogue.ts'
import { edgeCache, newMemory } from './edge-cache.ts'
import { unwrap } from './api-client.ts'
import type { Route } from './route.ts'
import { pageServer } from './serve-page.ts'

const HOME: Home = { services: [service()], applets: [] }
const ME = { id: 'usr_1', login: 'ada', session_id: 'ses_1' }
const SIGNED_IN = { cookie: '__Host-session=abc' }

const routes: Route[] = [
  {
    pattern: '/public',
    page: 'home/home-page',
    access: 'public',
    viewerModules: ['applets/viewer-parts.tsx'],
    query: ['q'],
    load: async ({ api, mine }) => ({
      kind: 'page',
      data: await unwrap(api.api.home.$get()),
      title: 'Public',
      ...(mine && { viewer: Promise.resolve('theirs') }),
    }),
  },
  {
    pattern: '/private',
    page: 'home/home-page',
    access: 'private',
    load: async ({ me }) => ({ kind: 'page', data: HOME, title: me.login }),
  },
  {
    pattern: '/pay',
    page: 'home/home-page',
    access: 'private',
    takesCards: true,
    bare: true,
    load: async () => ({ kind: 'page', data: HOME, title: 'Pay' }),
  },
  { pattern: '/gone', page: 'home/home-page', access: 'public', load: async () => ({ kind: 'not_found' }) },
  {
    pattern: '/moved',
    page: 'home/home-page',
    access: 'public',
    load: async () => ({ kind: 'redirect', to: '/public?x=1' }),
  },
]

type Given = {
  me?: () => Promise<unknown> | unknown
  home?: () => Response
  now?: () => number
  scriptHosts?: string[]
  stripeHosts?: string
}

/** The edge with an API behind it; `calls` is what it asked of the API. */
function edge({ me = () => ({ me: ME }), home, now = () => 0, scriptHosts, stripeHosts }: Given = {}) {
  const calls: string[] = []
  const app = new Hono()
  app.use(async (c, next) => {
    calls.push(c.req.path)
    await next()
  })
  const stores = { app_store_url: '', play_store_url: '' }
  const settings = { product_name: 'Switchyard', support_url: '', auto_connect: false, ...stores }
  app.get('/api/settings', (c) => c.json({ ...settings, ...(scriptHosts && { script_hosts: scriptHosts }) }))
  app.get('/api/home', (c) => home?.() ?? c.json(HOME))
  app.get('/api/me', async (c) => c.json(await me()))
  const cache = edgeCache({ origin: 'https://site.test', memory: newMemory(), shared: null, now, defer: () => {} })
  const serve = pageServer(routes)
  const env = {
    API: { fetch: async (request: Request) => app.fetch(request) },
    ...(stripeHosts && { STRIPE_HOSTS: stripeHosts }),
  }
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    serve(new Request(`https://site.test${path}`, { method, headers }), env, { cache, version: '1', cachePages: true })
  return { get, calls }
}

/** Scripts that run and stand in the document itself. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/json)[^>]*>/g)].map(([tag]) => tag)

test('a cached public page costs a visitor no call to the Worker', async () => {
  const { get, calls } = edge()
  const first = await (await get('/public')).text()
  expect(first).toContain('Octoforge')
  calls.length = 0
  expect(await (await get('/public')).text()).toBe(first)
  expect(calls).toEqual([])
})

test('a page that is cached is made of fresh data, so that it is never as old as two caches (design §3.6)', async () => {
  let name = 'Octoforge'
  const home = () => Response.json({ ...HOME, services: [{ ...HOME.services[0], name }] })
  const { get } = edge({ home })
  await (await get('/public', SIGNED_IN)).text()
  name = 'Octoforge Two'
  expect(await (await get('/public')).text()).toContain('Octoforge Two')
})

test('a page names the other hosts whose scripts it may run, where the operator has any (§7)', async () => {
  const { get } = edge({ scriptHosts: ['static.test', 'cdn.test'] })
  expect(await (await get('/public')).text()).toContain('<meta name="script-hosts" content="static.test cdn.test"/>')
  expect(await (await edge().get('/public')).text()).not.toContain('script-hosts')
})

test('the head names what a signed-in viewer needs at once, and spares a visitor it', async () => {
  const { get } = edge()
  const preload = '<link rel="modulepreload" href="/assets/viewer-parts.js"/>'
  expect(await (await get('/public', SIGNED_IN)).text()).toContain(preload)
  expect(await (await get('/public')).text()).not.toContain('viewer-parts')
})

test('a cached page holds no inline script, so it needs no nonce', async () => {
  const { get } = edge()
  const response = await get('/public')
  expect(inlineScripts(await response.text())).toEqual([])
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
})

test('unknown query parameters do not split the cache, known ones do', async () => {
  const { get, calls } = edge()
  await get('/public?utm_source=x')
  calls.length = 0
  await get('/public?fbclid=y')
  expect(calls).toEqual([])
  expect(await (await get('/public?q=sheets')).text()).toContain('"query":{"q":"sheets"}')
})

test("with a session the public part is sent while the viewer's part is still being fetched", async () => {
  const { promise: waiting, resolve: release } = Promise.withResolvers<unknown>()
  const { get } = edge({ me: () => waiting })
  const response = await get('/public', SIGNED_IN)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let html = ''
  while (!html.includes('Octoforge')) html += (await reader?.read())?.value ?? ''
  expect(html).not.toContain('"login":"ada"')
  release({ me: ME })
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) html += chunk.value
  expect(html).toContain('"kind":"user"')
  expect(html).toContain('"viewer":"theirs"')
})

test('a page with a session is never stored, and every inline script carries its nonce', async () => {
  const { get } = edge()
  const mine = await get('/public', SIGNED_IN)
  const html = await mine.text()
  expect(mine.headers.get('cache-control')).toBe('private, no-store')
  const nonce = /'nonce-([^']+)'/.exec(mine.headers.get('content-security-policy') ?? '')?.[1]
  expect(nonce).toBeTruthy()
  for (const tag of inlineScripts(html)) expect(tag).toContain(`nonce="${nonce}"`)
  expect(await (await get('/public')).text()).not.toContain('ada')
})

test('a session that is over shows the public page as to a visitor', async () => {
  const { get } = edge({ me: () => ({ me: null }) })
  expect(await (await get('/public', SIGNED_IN)).text()).toContain('{"kind":"visitor"}')
})

test("when the viewer's part fails, the public part still stands and nothing is taken for granted", async () => {
  const { get } = edge({
    me: () => {
      throw new Error('D1 is away')
    },
  })
  const html = await (await get('/public', SIGNED_IN)).text()
  expect(html).toContain('Octoforge')
  expect(html).toContain('{"kind":"unavailable"}')
})

test('a private page sends visitors, and people whose session is over, to sign in and back', async () => {
  const visitor = await edge().get('/private?tab=2')
  expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login?return_to=%2Fprivate%3Ftab%3D2'])
  const over = await edge({ me: () => ({ me: null }) }).get('/private', SIGNED_IN)
  expect([over.status, over.headers.get('location')]).toEqual([302, '/login?return_to=%2Fprivate'])
})

test('a private page is rendered for its user and not stored', async () => {
  const response = await edge().get('/private', SIGNED_IN)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.text()).toContain('<title>ada')
})

test('an unknown address and a thing that is gone are real 404 pages', async () => {
  const { get } = edge()
  for (const path of ['/nowhere', '/gone']) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This page does not exist')
  }
})

test('while the API is away a page says so with 503, and is not kept', async () => {
  let away = true
  const { get } = edge({ home: () => (away ? Response.json({}, { status: 500 }) : Response.json(HOME)) })
  expect((await get('/public')).status).toBe(503)
  away = false
  expect((await get('/public')).status).toBe(200)
})

test('a page that has moved answers with a redirect', async () => {
  const response = await edge().get('/moved')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/public?x=1'])
})

test('pages answer only GET and HEAD, and a trailing slash goes to the address without it', async () => {
  const { get } = edge()
  expect((await get('/public', {}, 'POST')).status).toBe(405)
  const response = await get('/public/?q=a')
  expect([response.status, response.headers.get('location')]).toEqual([308, '/public?q=a'])
  expect((await get('//evil.test/')).headers.get('location') ?? '').not.toMatch(/^\/\//)
})

test('text from the database cannot end the script that carries it', async () => {
  const name = '</script><img src=x onerror=alert(1)>\u2028'
  const evil: Home = { ...HOME, services: [service('octoforge', { name })] }
  const html = await (await edge({ home: () => Response.json(evil) }).get('/public')).text()
  expect(html).not.toContain('</script><img')
  expect(html).not.toContain('<img src=x')
})

test('every page forbids being framed and sniffed', async () => {
  const { headers } = await edge().get('/public')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test("a visitor's pages may be fetched ahead, never those of a session, nor what starts something", async () => {
  const { get } = edge()
  expect((await get('/public')).headers.get('speculation-rules')).toBe('"/speculation-rules.json"')
  expect((await get('/public', SIGNED_IN)).headers.has('speculation-rules')).toBe(false)
  const rules = await get('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
  const [rule] = JSON.parse(await rules.text()).prefetch
  expect(rule?.eagerness).toBe('moderate')
  expect(JSON.stringify(rule?.where.and[1])).toMatch(/activate.*api.*session/)
})

test('a page that takes cards lets Stripe in and wallets open; no other page does (§2.3)', async () => {
  const { get } = edge()
  const policyOf = async (path: string) => (await get(path, SIGNED_IN)).headers
  const paying = await policyOf('/pay')
  const policy = paying.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
  expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(paying.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")')
  expect(paying.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  for (const path of ['/public', '/private']) {
    const other = await policyOf(path)
    expect(other.get('content-security-policy')).not.toMatch(/stripe|frame-src/)
    expect(other.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(other.get('permissions-policy')).not.toContain('payment')
  }
})

test("Stripe's stand-in is let in only where this machine names it, and only where cards are taken", async () => {
  const { get } = edge({ stripeHosts: 'http://localhost:8791' })
  const headers = (await get('/pay', SIGNED_IN)).headers
  expect(headers.get('content-security-policy')?.match(/http:\/\/localhost:8791/g)).toHaveLength(3)
  expect(headers.get('permissions-policy')).toContain('"http://localhost:8791"')
  expect((await get('/public')).headers.get('content-security-policy')).not.toContain('localhost:8791')
})

test('a bare page has neither navigation nor footer; when it fails, they are back (look: checkout)', async () => {
  const html = await (await edge().get('/pay', SIGNED_IN)).text()
  expect(html).toContain('Octoforge')
  expect(html).not.toMatch(/site-header|site-footer/)
  const gone = await (await edge({ me: () => Promise.reject(new Error('away')) }).get('/pay', SIGNED_IN)).text()
  expect(gone).toContain('site-header')
})
