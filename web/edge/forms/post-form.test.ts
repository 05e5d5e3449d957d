import { expect, test } from 'vitest'
import { FOR_PAGE } from '../../../worker/contract/site.ts'
import { edge, SIGNED_IN } from '../edge.fixture.tsx'

const ADA = { email: 'ada@example.test', password: 'wrong horse battery', csrf_token: 'tok_1' }
const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message }, errors: [] }, { status, headers })
const wrong = () => refusal(401, 'bad_credentials', 'Wrong email or password.')

/** The data that the page's script starts from. */
function refusedIn(html: string): unknown {
  const state = /id="page-state"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}'
  return JSON.parse(state).data.refused
}

test("passes the Worker's redirect and cookies on", async () => {
  const headers = new Headers({ location: '/my_applets' })
  headers.append('set-cookie', '__Host-session=abc; Path=/')
  headers.append('set-cookie', 'flash=x; Path=/')
  const { post } = edge({ posted: () => new Response(null, { status: 303, headers }) })
  const response = await post('/login', ADA)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/my_applets'])
  expect(response.headers.getSetCookie()).toEqual(['__Host-session=abc; Path=/', 'flash=x; Path=/'])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a refused form comes back without password or token', async () => {
  const { post } = edge({ posted: wrong })
  const response = await post('/login?return_to=%2Fplans', ADA)
  const html = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
  expect(html).toContain('<title>Error: Sign in')
  expect(html).toContain('<p role="alert">Wrong email or password.</p>')
  expect(refusedIn(html)).toMatchObject({ values: { email: 'ada@example.test' }, code: 'bad_credentials' })
  expect(html).not.toMatch(/wrong horse|tok_1/)
})

test('keeps how long a rate limit lasts', async () => {
  const { post } = edge({ posted: () => refusal(429, 'rate_limited', 'Too many tries.', { 'retry-after': '90' }) })
  const response = await post('/login', ADA)
  expect([response.status, refusedIn(await response.text())]).toMatchObject([429, { retry_after: 90 }])
})

test('what a refused form said is on no later page', async () => {
  const { get, post } = edge({ posted: wrong })
  await (await post('/login', ADA)).text()
  expect(await (await get('/login')).text()).not.toContain('ada@example.test')
})

test('a form too large is refused without its fields, unread', async () => {
  const { post, calls } = edge()
  const response = await post('/login', { email: 'x'.repeat(70_000) })
  const refused = { values: {}, message: 'This is too large.' }
  expect([response.status, refusedIn(await response.text())]).toEqual([413, expect.objectContaining(refused)])
  expect(calls).not.toContain('/login')
})

test('a form that does not say its length keeps no fields', async () => {
  const { post } = edge({ posted: wrong })
  const response = await post('/login', ADA, { 'content-length': '' })
  expect([response.status, refusedIn(await response.text())]).toEqual([401, expect.objectContaining({ values: {} })])
})

test('keeps the fields while the Worker is away', async () => {
  const posted = () => Promise.reject(new Error('away'))
  const response = await edge({ posted }).post('/login', ADA)
  expect([response.status, refusedIn(await response.text())]).toMatchObject([503, { values: { email: ADA.email } }])
})

test('a user who is signed in by now goes on', async () => {
  const { post } = edge({ posted: () => refusal(403, 'csrf', 'This form has expired.') })
  const response = await post('/login', ADA, SIGNED_IN)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/public'])
})

test('a refusal that the page has no place for is a page', async () => {
  const { post } = edge({ posted: () => refusal(409, 'conflict', 'The author has archived this Applet.') })
  const response = await post('/applets/a', {}, SIGNED_IN)
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(html).toContain('There was an error creating the Applet. The author has archived this Applet.')
  expect(html).toMatch(/<a[^>]*href="\/applets\/a"[^>]*>Go back/)
  expect(html).not.toContain('http-equiv="refresh"')
})

test('sends the form as it came, without the mark of pages', async () => {
  const seen: Request[] = []
  const posted = (request: Request) => (seen.push(request), wrong())
  await edge({ posted }).post('/login', ADA, { origin: 'https://site.test', cookie: 'a=b', [FOR_PAGE]: '1' })
  expect([seen[0]?.headers.get('origin'), seen[0]?.headers.get('cookie')]).toEqual(['https://site.test', 'a=b'])
  expect(seen[0]?.headers.has(FOR_PAGE)).toBe(false)
})

test('only pages with a form take a POST', async () => {
  const { post, calls } = edge()
  for (const path of ['/public', '/private', '/nowhere', '/login/']) expect((await post(path, ADA)).status).toBe(405)
  expect(calls).toEqual([])
})

test('a form refused by a failure of ours names the request', async () => {
  const posted = () => refusal(500, 'internal', 'It broke.')
  const html = await (await edge({ posted, request_id: '00ee' }).post('/login', ADA)).text()
  expect(html).toContain('It broke. Reference: 00ee')
})
