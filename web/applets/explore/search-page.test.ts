import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { FOR_PAGE } from '../../../worker/contract/site.ts'
import { edgeCache, newMemory } from '../../edge/cache/edge-cache.ts'
import { pageServer } from '../../edge/serve-page.ts'
import type { AnyPage } from '../../site/session/session.ts'
import { card, service } from '../../testing/catalogue.fixture.ts'
import { Page as ErrorPage } from '../../site/error-pages/error-page.tsx'
import { Page as ExplorePage } from './explore-page.tsx'
import { exploreRoute } from './routes.ts'

const pages: Record<string, unknown> = {
  'applets/explore/explore-page': ExplorePage,
  'site/error-pages/error-page': ErrorPage,
}
const SIGNED_IN = { cookie: '__Host-session=abc' }
const refusal = (status: 429 | 503 | 500) =>
  Response.json({ error: { code: 'x', message: 'x' }, errors: [] }, { status, headers: { 'retry-after': '60' } })

/** The edge with the search page. `asked`: its searches at the API; `refuse` answers instead of a result. */
function anEdge() {
  const asked: { q: string; headers: Record<string, string> }[] = []
  const next: { refuse: (() => Response) | null; cards: number } = { refuse: null, cards: 1 }
  let popular = 0
  const app = new Hono()
  app.get('/api/me', (c) => c.json({ me: null }))
  app.get('/api/explore', (c) => {
    const q = c.req.query('q')
    if (q === undefined) {
      popular++
      return c.json({ services: [service()], steps: [], applets: [] })
    }
    asked.push({ q, headers: c.req.header() })
    const applets = Array.from({ length: next.cards }, (_, id) => card({ id, name: `Found for ${q}` }))
    return next.refuse?.() ?? c.json({ services: [], steps: [], applets })
  })
  const cache = edgeCache({
    origin: 'https://site.test',
    memory: newMemory(),
    shared: aDataCenter(),
    now: () => 0,
    defer: () => {},
  })
  const serve = pageServer([exploreRoute], async (id) => pages[id] as AnyPage)
  const env = { API: { fetch: async (request: Request) => app.fetch(request) } }
  const get = (path: string, headers: Record<string, string> = {}) =>
    serve(new Request(`https://site.test${path}`, { headers }), env, { cache, version: '1', cachePages: true })
  return { get, asked, next, popular: () => popular }
}

/** Keeps searches alone, so that only the memory keeps other pages. */
function aDataCenter() {
  const kept = new Map<string, Response>()
  return {
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void (url.includes('?q=') && kept.set(url, response)),
  }
}

test("a search counts as the visitor's call, once while it is cached", async () => {
  const { get, asked } = anEdge()
  const visitor = { 'cf-connecting-ip': '192.0.2.7', [FOR_PAGE]: '1' }
  const page = await get('/explore?q=fern', visitor)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Found for fern')
  await get('/explore?q=fern', { 'cf-connecting-ip': '192.0.2.8' })
  expect(asked).toEqual([{ q: 'fern', headers: { 'cf-connecting-ip': '192.0.2.7' } }])
})

test("a search counts as the call of a user's session", async () => {
  const { get, asked } = anEdge()
  await (await get('/explore?q=fern', SIGNED_IN)).text()
  expect(asked).toEqual([{ q: 'fern', headers: SIGNED_IN }])
})

test.each([{}, SIGNED_IN])('over the limit, the page says to wait: %j', async (headers) => {
  const { get, next } = anEdge()
  next.refuse = () => refusal(429)
  const refused = await get('/explore?q=fern', headers)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  const html = await refused.text()
  expect(html).toContain('<h2>Too many searches</h2>')
  expect(html).toMatch(/<input[^>]*value="fern"/)
  next.refuse = null
  const later = await get('/explore?q=fern', headers)
  expect([later.status, later.headers.get('retry-after')]).toEqual([200, null])
  expect(await later.text()).toContain('Found for fern')
})

test.each([{}, SIGNED_IN])('without an index, the page shows what is popular: %j', async (headers) => {
  const { get, next } = anEdge()
  next.refuse = () => refusal(503)
  const page = await get('/explore?q=fern', headers)
  expect(page.status).toBe(503)
  const html = await page.text()
  expect(html).toContain('Search does not work right now')
  expect(html).toContain('GitHub')
  expect((await get('/explore', headers)).status).toBe(200)
  next.refuse = null
  expect((await get('/explore?q=fern', headers)).status).toBe(200)
})

test('an unexpected answer to a search is the error page', async () => {
  const { get, next } = anEdge()
  next.refuse = () => refusal(500)
  const page = await get('/explore?q=fern')
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('This page could not be loaded')
})

test('made-up searches push no page out of the memory', async () => {
  const { get, asked, next, popular } = anEdge()
  await get('/explore')
  next.cards = 100
  let bytes = 0
  for (let made = 0; bytes < 9 * 1024 * 1024; made++)
    bytes += 2 * (await (await get(`/explore?q=x${made}`)).text()).length
  await get('/explore')
  expect(popular()).toBe(1)
  const before = asked.length
  await get('/explore?q=x0')
  expect(asked).toHaveLength(before)
})
