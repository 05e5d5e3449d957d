import { expect, test } from 'vitest'
import { DAY } from '../../../worker/contract/shared/durations.ts'
import { edge, SIGNED_IN } from '../edge.fixture.tsx'
import { sitemapOf, sitemapXml } from './sitemap-xml.ts'

const PAGES = [
  { kind: 'services', page: 0 },
  { kind: 'applets', page: 12 },
]
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

test('robots.txt names the sitemap and keeps crawlers off calls', async () => {
  const response = await edge().get('/robots.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('User-agent: *\nDisallow: /api/\n')
  expect(text).toMatch(/\nSitemap: https:\/\/site.test\/sitemap.xml\n$/)
})

test('security.txt says where to report a hole, by RFC 9116', async () => {
  const response = await edge().get('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\n')
  const fields = new Map(lines.map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  expect(fields.get('Contact')).toMatch(/^https:\/\/\S+$/)
  expect(fields.get('Canonical')).toBe('https://site.test/.well-known/security.txt')
  const left = Date.parse(fields.get('Expires') ?? '') - Date.now()
  expect(left).toBeGreaterThan(60 * DAY)
  expect(left).toBeLessThan(365 * DAY)
})

test('the sitemap index lists every page of addresses', async () => {
  const response = await edge({ sitemaps: PAGES }).get('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(locations(await response.text())).toEqual([
    'https://site.test/sitemaps/pages.xml',
    'https://site.test/sitemaps/services-0.xml',
    'https://site.test/sitemaps/applets-12.xml',
  ])
})

test('lists public pages without parameters from the route table', async () => {
  const xml = await (await edge().get('/sitemaps/pages.xml')).text()
  expect(locations(xml)).toEqual(expect.arrayContaining(['https://site.test/public', 'https://site.test/offer']))
  expect(xml).not.toMatch(/private|pay/)
})

test('a page of the sitemap has absolute, escaped addresses and dates', () => {
  const xml = sitemapXml('https://site.test', {
    entries: [
      { path: "/a&b<'", changed_at: Date.UTC(2026, 0, 2) },
      { path: '/c', changed_at: null },
    ],
  })
  expect(xml).toContain(
    '<url><loc>https://site.test/a&amp;b&lt;&apos;</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod></url><url><loc>https://site.test/c</loc></url>',
  )
})

test('an unknown or empty page of the sitemap is not found', async () => {
  const { get } = edge({ sitemaps: PAGES })
  expect((await get('/sitemaps/applets-13.xml')).status).toBe(404)
  expect((await get('/sitemaps/applets-12.xml')).status).toBe(200)
  for (const path of ['/sitemaps/users-1.xml', '/sitemaps/applets-x.xml', '/sitemaps/applets-1.xml/'])
    expect(sitemapOf(path), path).toBeNull()
})

test('the manifest names the product, its icons and its scope', async () => {
  const response = await edge().get('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest: unknown = await response.json()
  expect(manifest).toMatchObject({ name: 'Switchyard', start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest).toMatchObject({ icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }] })
})

test('serves them cached, the same for everyone', async () => {
  const { get, calls } = edge({ sitemaps: PAGES })
  const paths = [
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/sitemaps/applets-12.xml',
    '/manifest.webmanifest',
  ]
  const first = await Promise.all(paths.map(async (path) => (await get(path)).text()))
  calls.length = 0
  const again = await Promise.all(paths.map(async (path) => (await get(path, SIGNED_IN)).text()))
  expect(again).toEqual(first)
  expect(calls).toEqual([])
})

test('a failure of the API is a 503 and is not kept', async () => {
  let fails = true
  const { get } = edge({ sitemaps: PAGES, failing: () => fails })
  const response = await get('/sitemap.xml')
  expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
  fails = false
  expect((await get('/sitemap.xml')).status).toBe(200)
})

test('a page may load the manifest of its own site only', async () => {
  expect((await edge().get('/public')).headers.get('content-security-policy')).toContain("manifest-src 'self';")
})
