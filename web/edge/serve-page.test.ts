import { expect, test } from 'vitest'
import { edge, HOME, ME, SIGNED_IN } from './edge.fixture.tsx'

test('serves a cached public page without calling the Worker', async () => {
  const { get, calls } = edge()
  const first = await (await get('/public')).text()
  expect(first).toContain('GitHub')
  calls.length = 0
  expect(await (await get('/public')).text()).toBe(first)
  expect(calls).toEqual([])
})

test("does not count a page's own calls as the viewer's", async () => {
  const { get, calls, counted } = edge()
  for (const path of ['/public', '/private', '/nowhere']) {
    await (await get(path)).text()
    await (await get(path, SIGNED_IN)).text()
  }
  expect(calls).toEqual(expect.arrayContaining(['/api/home', '/api/me', '/api/settings']))
  expect(counted).toEqual([])
})

test('builds a cached page from fresh data', async () => {
  let name = 'GitHub'
  const home = () => Response.json({ ...HOME, services: [{ ...HOME.services[0], name }] })
  const { get } = edge({ home })
  await (await get('/public', SIGNED_IN)).text()
  name = 'GitHub Two'
  expect(await (await get('/public')).text()).toContain('GitHub Two')
})

test('the head names viewer modules only for signed-in users', async () => {
  const { get } = edge()
  const preload = '<link rel="modulepreload" fetchPriority="low" href="/assets/viewer-parts.js"/>'
  expect(await (await get('/public', SIGNED_IN)).text()).toContain(preload)
  expect(await (await get('/public')).text()).not.toContain('viewer-parts')
})

test('the recorder of early presses holds back the first paint', async () => {
  const { get } = edge()
  const recorder = '<script type="module" async="" blocking="render" src="/assets/early-press.js"></script>'
  for (const html of [await (await get('/public')).text(), await (await get('/public', SIGNED_IN)).text()]) {
    expect(html.slice(0, html.indexOf('</head>'))).toContain(recorder)
    expect(html).not.toContain('href="/assets/early-press.js"/>')
  }
})

test('only known query parameters split the cache', async () => {
  const { get, calls } = edge()
  await get('/public?utm_source=x')
  calls.length = 0
  await get('/public?fbclid=y')
  expect(calls).toEqual([])
  expect(await (await get('/public?q=sheets')).text()).toContain('"query":{"q":"sheets"}')
})

test('forged headers change neither page nor cache', async () => {
  const { get, calls } = edge()
  const forged = {
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
    'x-original-url': '/private',
    'x-rewrite-url': '/private',
    'x-http-method-override': 'DELETE',
    'accept-language': 'x'.repeat(8000),
  }
  const poisoned = await get('/public', forged)
  const html = await poisoned.text()
  expect(html + [...poisoned.headers].join()).not.toMatch(/evil|private|xxx/)
  calls.length = 0
  expect(await (await get('/public')).text()).toBe(html)
  expect(await (await edge().get('/public')).text()).toBe(html)
  expect(calls).toEqual([])
})

test("sends the public part before the viewer's part is ready", async () => {
  const { promise: waiting, resolve: release } = Promise.withResolvers<unknown>()
  const { get } = edge({ me: () => waiting })
  const response = await get('/public', SIGNED_IN)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let html = ''
  while (!html.includes('GitHub')) html += (await reader?.read())?.value ?? ''
  expect(html).not.toContain('"login":"ada"')
  release({ me: ME })
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) html += chunk.value
  expect(html).toContain('"kind":"user"')
  expect(html).toContain('"viewer":"theirs"')
})

test('without script a streamed page leads to a whole one', async () => {
  const { promise: waiting, resolve: release } = Promise.withResolvers<unknown>()
  const { get } = edge({ me: () => waiting })
  const streaming = await get('/public?q=a', SIGNED_IN)
  const asked = get('/public?q=a&script=off', SIGNED_IN)
  release({ me: ME })
  const refresh = '<noscript><meta http-equiv="refresh" content="0;url=/public?q=a&amp;script=off"/></noscript>'
  expect(await streaming.text()).toContain(refresh)
  const whole = await (await asked).text()
  expect(whole).not.toMatch(/http-equiv="refresh"|<template/)
  expect(whole).toContain('"kind":"user"')
})

test.each([true, false])("a visitor's page is whole, cached: %s", async (cachePages) => {
  const html = await (await edge({ cachePages }).get('/late')).text()
  expect(html).toContain('<p>The late part</p>')
  expect(html).not.toMatch(/http-equiv="refresh"|<template|Waiting/)
})

test('a private page needs no second request', async () => {
  const html = await (await edge().get('/private', SIGNED_IN)).text()
  expect(html).not.toMatch(/http-equiv="refresh"|<template/)
})

test('shows the public page when the session is over', async () => {
  const { get } = edge({ me: () => ({ me: null }) })
  expect(await (await get('/public', SIGNED_IN)).text()).toContain('{"kind":"visitor"}')
})

test("takes nothing for granted when the viewer's part fails", async () => {
  const { get } = edge({
    me: () => {
      throw new Error('D1 is away')
    },
  })
  const html = await (await get('/public', SIGNED_IN)).text()
  expect(html).toContain('GitHub')
  expect(html).toContain('{"kind":"unavailable"}')
})

test('sends visitors of a private page to sign in', async () => {
  const visitor = await edge().get('/private?tab=2')
  expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login?return_to=%2Fprivate%3Ftab%3D2'])
  const over = await edge({ me: () => ({ me: null }) }).get('/private', SIGNED_IN)
  expect([over.status, over.headers.get('location')]).toEqual([302, '/login?return_to=%2Fprivate'])
})

test('renders a private page for its user without storing it', async () => {
  const response = await edge().get('/private', SIGNED_IN)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.text()).toContain('<title>ada')
})

test('answers unknown addresses and missing things with a 404 page', async () => {
  const { get } = edge()
  for (const path of ['/nowhere', '/gone']) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This page does not exist')
  }
})

test('says with status 410 what was taken down', async () => {
  for (const init of [{}, SIGNED_IN]) {
    const response = await edge().get('/taken-down', init)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('This Applet was taken down')
  }
})

test('answers 503 without caching while the API is away', async () => {
  let away = true
  const { get } = edge({ home: () => (away ? Response.json({}, { status: 500 }) : Response.json(HOME)) })
  expect((await get('/public')).status).toBe(503)
  away = false
  expect((await get('/public')).status).toBe(200)
})

test('an error page names the request', async () => {
  const { get } = edge({ home: () => Response.json({}, { status: 500 }), request_id: '00ee' })
  expect(await (await get('/public')).text()).toMatch(/Reference: (<!-- -->)?00ee/)
})

test('a page that is kept for everyone names no request', async () => {
  expect(await (await edge({ request_id: '00ee' }).get('/public')).text()).not.toContain('00ee')
})

test('redirects from a moved page', async () => {
  const response = await edge().get('/moved')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/public?x=1'])
})

test('answers only GET and HEAD, without a trailing slash', async () => {
  const { get } = edge()
  expect((await get('/public', {}, 'POST')).status).toBe(405)
  const response = await get('/public/?q=a')
  expect([response.status, response.headers.get('location')]).toEqual([308, '/public?q=a'])
  expect((await get('//evil.test/')).headers.get('location') ?? '').not.toMatch(/^\/\//)
})

test('removes a hundred thousand slashes in a moment', async () => {
  const { get } = edge()
  const slashes = '/'.repeat(100_000)
  const before = process.threadCpuUsage()
  const { headers } = await get(`${slashes}a${slashes}b${slashes}`)
  // In microseconds of this thread.
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  expect(headers.get('location')).toBe(`/a${slashes}b`)
})

test("allows prefetching only for visitors' pages", async () => {
  const { get } = edge()
  expect((await get('/public')).headers.get('speculation-rules')).toBe('"/speculation-rules.json"')
  expect((await get('/public', SIGNED_IN)).headers.has('speculation-rules')).toBe(false)
  const rules = await get('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
  const [rule] = JSON.parse(await rules.text()).prefetch
  expect(rule?.eagerness).toBe('moderate')
  expect(JSON.stringify(rule?.where.and[1])).toMatch(/activate.*api.*session/)
})

test('a bare page has no navigation until it fails', async () => {
  const html = await (await edge().get('/pay', SIGNED_IN)).text()
  expect(html).toContain('GitHub')
  expect(html).not.toMatch(/site-header|site-footer/)
  const gone = await (await edge({ me: () => Promise.reject(new Error('away')) }).get('/pay', SIGNED_IN)).text()
  expect(gone).toContain('site-header')
})

test('only public pages that exist are listed by search engines', async () => {
  const { get } = edge()
  const noindex = '<meta name="robots" content="noindex"/>'
  for (const headers of [{}, SIGNED_IN]) {
    const html = await (await get('/public?q=1', headers)).text()
    expect(html).not.toContain(noindex)
    expect(html).toContain('<link rel="canonical" href="https://site.test/public"/>')
  }
  for (const path of ['/private', '/nowhere', '/gone'])
    expect(await (await get(path, SIGNED_IN)).text()).toContain(noindex)
})

test('a page that is never cached is listed if it says so', async () => {
  const html = await (await edge().get('/login?return_to=/public')).text()
  expect(html).toContain('<link rel="canonical" href="https://site.test/login"/>')
  expect(html).not.toContain('noindex')
})

test('has the Worker log what failed, after the answer', async () => {
  const reports: Promise<unknown>[] = []
  const work: Promise<unknown>[] = []
  const { get, counted } = edge({
    home: () => Response.json({}, { status: 500 }),
    posted: (request) => {
      reports.push(request.json())
      return new Response(null, { status: 204 })
    },
    request_id: '00112233445566ee',
    defer: (each) => void work.push(each),
  })
  await get('/public')
  await Promise.all(work)
  expect(await Promise.all(reports)).toMatchObject([
    { message: 'ApiRefusal: The API answered 500.', page: 'applets/explore/home-page', request_id: '00112233445566ee' },
  ])
  expect(counted).not.toContain('/api/errors')
})
