import { expect, test } from 'vitest'
import { edge, HOME, ME, SIGNED_IN } from './edge.fixture.tsx'

test('a cached public page costs a visitor no call to the Worker', async () => {
  const { get, calls } = edge()
  const first = await (await get('/public')).text()
  expect(first).toContain('Octoforge')
  calls.length = 0
  expect(await (await get('/public')).text()).toBe(first)
  expect(calls).toEqual([])
})

test('what a page needs of the Worker does not count as calls of whoever looks at it (§D3.3)', async () => {
  const { get, calls, counted } = edge()
  for (const path of ['/public', '/private', '/nowhere']) {
    await (await get(path)).text()
    await (await get(path, SIGNED_IN)).text()
  }
  expect(calls).toEqual(expect.arrayContaining(['/api/home', '/api/me', '/api/settings']))
  expect(counted).toEqual([])
})

// §D3.6-11
test('a page that is cached is made of fresh data, so that it is never as old as two caches (§D3.6)', async () => {
  let name = 'Octoforge'
  const home = () => Response.json({ ...HOME, services: [{ ...HOME.services[0], name }] })
  const { get } = edge({ home })
  await (await get('/public', SIGNED_IN)).text()
  name = 'Octoforge Two'
  expect(await (await get('/public')).text()).toContain('Octoforge Two')
})

test('the head names what a signed-in viewer needs at once, and spares a visitor it', async () => {
  const { get } = edge()
  const preload = '<link rel="modulepreload" href="/assets/viewer-parts.js"/>'
  expect(await (await get('/public', SIGNED_IN)).text()).toContain(preload)
  expect(await (await get('/public')).text()).not.toContain('viewer-parts')
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

// §D3.1-22
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

test('a bare page has neither navigation nor footer; when it fails, they are back (look: checkout)', async () => {
  const html = await (await edge().get('/pay', SIGNED_IN)).text()
  expect(html).toContain('Octoforge')
  expect(html).not.toMatch(/site-header|site-footer/)
  const gone = await (await edge({ me: () => Promise.reject(new Error('away')) }).get('/pay', SIGNED_IN)).text()
  expect(gone).toContain('site-header')
})
