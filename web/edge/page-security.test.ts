import { expect, test } from 'vitest'
import type { Home } from '../../worker/contract/applets/browse.ts'
import { service } from '../testing/catalogue.fixture.ts'
import { edge, HOME, ME, SIGNED_IN } from './edge.fixture.tsx'

/** Inline scripts that run. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>/g)].map(([tag]) => tag)

// §7-09
test('a page names the script hosts that the operator allows', async () => {
  const { get } = edge({ scriptHosts: ['static.test', 'cdn.test'] })
  expect(await (await get('/public')).text()).toContain('<meta name="script-hosts" content="static.test cdn.test"/>')
  expect(await (await edge().get('/public')).text()).not.toContain('script-hosts')
})

// §7-09
test('only a page that runs their scripts may call script hosts', async () => {
  const { get } = edge({ scriptHosts: ['static.test', 'cdn.test'] })
  const policyOf = async (headers = {}) => (await get('/public', headers)).headers.get('content-security-policy')
  expect(await policyOf(SIGNED_IN)).toContain("connect-src 'self' static.test cdn.test;")
  expect(await policyOf()).toContain("connect-src 'self';")
})

test('a cached page has no inline script and no nonce', async () => {
  const { get } = edge()
  const response = await get('/public')
  expect(inlineScripts(await response.text())).toEqual([])
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
})

test("a session's page is not stored and carries a nonce", async () => {
  const { promise: waiting, resolve: release } = Promise.withResolvers<unknown>()
  const { get } = edge({ me: () => waiting })
  const mine = await get('/public', SIGNED_IN)
  // Inline scripts put late content in its place.
  release({ me: ME })
  const html = await mine.text()
  expect(mine.headers.get('cache-control')).toBe('private, no-store')
  const nonce = /'nonce-([^']+)'/.exec(mine.headers.get('content-security-policy') ?? '')?.[1]
  expect(nonce).toBeTruthy()
  expect(inlineScripts(html)).not.toEqual([])
  for (const tag of inlineScripts(html)) expect(tag).toContain(`nonce="${nonce}"`)
  expect(html).toContain('tok_1')
  expect(await (await get('/public')).text()).not.toMatch(/ada|tok_1/)
})

test('text from the database cannot end its script element', async () => {
  const name = '</script><img src=x onerror=alert(1)>\u2028'
  const evil: Home = { ...HOME, services: [service('github', { name })] }
  const html = await (await edge({ home: () => Response.json(evil) }).get('/public')).text()
  expect(html).not.toContain('</script><img')
  expect(html).not.toContain('<img src=x')
})

test('every page forbids framing and sniffing', async () => {
  const { headers } = await edge().get('/public')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test('only the page of the Picker lets Google in', async () => {
  const { get } = edge()
  const policyOf = async (path: string) => (await get(path, SIGNED_IN)).headers.get('content-security-policy') ?? ''
  const policy = await policyOf('/pick')
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/apis\.google\.com;/)
  expect(policy).toContain('frame-src https://docs.google.com;')
  expect(policy).toContain("style-src 'self' 'unsafe-inline';")
  for (const path of ['/public', '/private', '/pay']) expect(await policyOf(path)).not.toMatch(/google|unsafe-inline/)
})

test('only a page that takes cards lets Stripe in', async () => {
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

test("allows Stripe's stand-in only where this machine names it", async () => {
  const { get } = edge({ stripeHosts: 'http://localhost:8791' })
  const headers = (await get('/pay', SIGNED_IN)).headers
  expect(headers.get('content-security-policy')?.match(/http:\/\/localhost:8791/g)).toHaveLength(3)
  expect(headers.get('permissions-policy')).toContain('"http://localhost:8791"')
  expect((await get('/public')).headers.get('content-security-policy')).not.toContain('localhost:8791')
})

test('a public checkout page lets Stripe in only when signed in', async () => {
  const { get } = edge({ stripeHosts: 'http://localhost:8791' })
  const mine = (await get('/offer', SIGNED_IN)).headers
  expect(mine.get('content-security-policy')).toContain('https://js.stripe.com')
  expect(mine.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(mine.get('cache-control')).toBe('private, no-store')
  const everyones = (await get('/offer')).headers
  expect(everyones.get('content-security-policy')).not.toMatch(/stripe|localhost:8791|frame-src/)
  expect(everyones.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(everyones.get('permissions-policy')).not.toContain('payment')
})

test('Trusted Types are enforced where no card is taken', async () => {
  const { get } = edge()
  for (const headers of [(await get('/public')).headers, (await get('/private', SIGNED_IN)).headers]) {
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types app;")
    expect(headers.has('content-security-policy-report-only')).toBe(false)
  }
})

test('on a page that takes cards, Trusted Types are only reported', async () => {
  const { headers } = await edge().get('/pay', SIGNED_IN)
  expect(headers.get('content-security-policy')).not.toContain('trusted-types')
  expect(headers.get('content-security-policy-report-only')).toContain("require-trusted-types-for 'script';")
})

test('pages name where browsers report what was refused', async () => {
  const { headers } = await edge().get('/public')
  expect(headers.get('content-security-policy')).toContain('report-uri /api/browser_reports; report-to reports')
  expect(headers.get('reporting-endpoints')).toBe('reports="/api/browser_reports"')
})

test('a page with a token in its address sends no referrer', async () => {
  const { get } = edge()
  const policyOf = async (path: string) => (await get(path)).headers.get('referrer-policy')
  expect(await policyOf('/login?token=secret')).toBe('no-referrer')
  expect(await policyOf('/nowhere?token=secret')).toBe('no-referrer')
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin')
})
