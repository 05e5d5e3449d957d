import { expect, test } from 'vitest'
import { edge, SIGNED_IN } from './edge.fixture.tsx'

const away = () => Promise.reject(new Error('The API is away.'))
const answers: [kind: string, answer: () => Promise<Response>][] = [
  ['a cached page', () => edge().get('/public')],
  ["a session's page", () => edge().get('/public', SIGNED_IN)],
  ['a checkout page', () => edge().get('/pay', SIGNED_IN)],
  ['a cached redirect', () => edge().get('/moved')],
  ["a session's redirect", () => edge().get('/moved', SIGNED_IN)],
  ['a redirect to signing in', () => edge().get('/private')],
  ['a redirect without slashes', () => edge().get('/public/')],
  ['a missing page', () => edge().get('/nowhere')],
  ['a page that has gone', () => edge().get('/gone')],
  ['an unavailable page', () => edge({ me: away }).get('/private', SIGNED_IN)],
  ['a wrong method', () => edge().get('/public', {}, 'DELETE')],
  ['rules of speculation', () => edge().get('/speculation-rules.json')],
  ['robots.txt', () => edge().get('/robots.txt')],
  ['the manifest', () => edge().get('/manifest.webmanifest')],
  ['a sitemap', () => edge({ sitemaps: [{ kind: 'applets', page: 1 }] }).get('/sitemap.xml')],
  ['a failed sitemap', () => edge({ failing: () => true }).get('/sitemap.xml')],
  [
    'a form that is done',
    () => edge({ posted: () => new Response(null, { status: 303, headers: { location: '/' } }) }).post('/login', {}),
  ],
  [
    'a refused form',
    () =>
      edge({
        posted: () => Response.json({ error: { code: 'csrf', message: 'No.' }, errors: [] }, { status: 403 }),
      }).post('/login', {}),
  ],
]

test.each(answers)('%s has every security header', async (_, answer) => {
  const { headers } = await answer()
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': expect.stringMatching(/^same-origin/),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'permissions-policy': expect.stringMatching(/^camera=\(\), geolocation=\(\), microphone=\(\)/),
    'cache-control': expect.stringMatching(/no-store|must-revalidate|^public, max-age=3600$/),
  })
  expect(headers.has('access-control-allow-origin')).toBe(false)
})
