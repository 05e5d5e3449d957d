import { Hono, type Context } from 'hono'
import { expect, test } from 'vitest'
import { withQuery } from './request.ts'
import { messageOf, RequestError } from './request-error.ts'
import { fails, layerWith, requestFixture } from './request.fixture.ts'

// §7-01
test('every request carries x-requested-with: XMLHttpRequest', async () => {
  const { layer, seen } = requestFixture((app) =>
    app.get('/thing', (c) => c.json({})).post('/thing', (c) => c.json({})),
  )
  await layer.get('/thing')
  await layer.post('/thing')
  expect(seen.map(({ request }) => request.headers.get('x-requested-with'))).toEqual(Array(3).fill('XMLHttpRequest'))
})

test("a post's own headers cannot replace the common ones", async () => {
  const { layer, seen } = requestFixture((app) => app.post('/thing', (c) => c.json({})))
  await layer.post('/thing', {}, { headers: { 'idempotency-key': 'k1', 'x-requested-with': 'nothing' } })
  const sent = seen.at(-1)?.request.headers
  expect([sent?.get('idempotency-key'), sent?.get('x-requested-with')]).toEqual(['k1', 'XMLHttpRequest'])
})

test("reports an error only to the call's own listener", async () => {
  const { layer, reports } = requestFixture((app) => app.post('/thing', (c) => c.json({}, 500)))
  const heard: unknown[] = []
  const error = await fails(layer.post('/thing', {}, { tell: (told) => void heard.push(told) }))
  expect([heard, reports]).toEqual([[error], []])
})

// §7-02 §7-04 §7-06
test('sends a write as JSON with a fresh CSRF token', async () => {
  const { layer, seen } = requestFixture((app) => app.post('/thing', (c) => c.json({})))
  await layer.post('/thing', { a: 1 })
  await layer.post('/thing', { a: 2 })
  const posts = seen.filter(({ request }) => request.method === 'POST')
  expect(seen.map(({ request }) => new URL(request.url).pathname)).toEqual([
    '/api/csrf_token',
    '/thing',
    '/api/csrf_token',
    '/thing',
  ])
  expect(posts.map(({ request }) => request.headers.get('x-csrf-token'))).toEqual(['token-1', 'token-2'])
  expect(posts.map(({ request }) => request.headers.get('content-type'))).toEqual([
    'application/json',
    'application/json',
  ])
  expect(await posts[0]?.request.json()).toEqual({ a: 1 })
})

// §7-01
test.each(['post', 'put', 'patch', 'delete'] as const)(
  '%s reaches the server with its method and body',
  async (method) => {
    const { layer, seen } = requestFixture((app) =>
      app.on(method.toUpperCase(), '/thing', (c) => c.json({ done: true })),
    )
    expect(await layer[method]('/thing', { a: 1 })).toEqual({ done: true })
    const last = seen.at(-1)?.request
    expect(last?.method).toBe(method.toUpperCase())
    expect(await last?.json()).toEqual({ a: 1 })
  },
)

// §7-14 §7-01
test('get puts its data into the uncached query string', async () => {
  const { layer, seen } = requestFixture((app) => app.get('/thing', (c) => c.json(c.req.query())))
  expect(await layer.get('/thing', { q: 'a b&c', page: 2, none: null })).toEqual({ q: 'a b&c', page: '2' })
  expect(seen[0]?.init.cache).toBe('no-store')
})

// §7-05
test('rejects a redirect', async () => {
  const { layer } = requestFixture((app) => app.post('/thing', (c) => c.redirect('/elsewhere')))
  expect((await fails(layer.post('/thing'))).status).toBe(302)
})

// §7-05
test('does not follow a redirect, and rejects a followed one', async () => {
  const { layer, seen } = requestFixture((app) =>
    app.get('/thing', (c) => c.json({})).post('/thing', (c) => c.json({})),
  )
  await layer.get('/thing')
  await layer.post('/thing')
  expect(seen.map(({ init }) => init.redirect)).toEqual(Array(3).fill('manual'))
  const followed = layerWith({
    fetch: async () => Object.defineProperty(Response.json({ a: 1 }), 'redirected', { value: true }),
  })
  expect((await fails(followed.get('/thing'))).error).toBeUndefined()
})

// §7-07 §7-08
test('rejects a non-OK response with its error and reports it', async () => {
  const body = { error: { code: 'quota_reached', message: "You've used all your Applets" }, errors: [] }
  const { layer, reports } = requestFixture((app) => app.post('/thing', (c) => c.json(body, 403)))
  const error = await fails(layer.post('/thing'))
  expect(error).toBeInstanceOf(RequestError)
  expect(error.status).toBe(403)
  expect(error.response?.status).toBe(403)
  expect(error.error).toEqual(body.error)
  expect(reports).toEqual([error])
})

// §7-08
test('names a failed call by method, path, status and id', async () => {
  const { layer, calls } = requestFixture((app) =>
    app.get('/thing', (c) => c.json({}, 503, { 'x-request-id': '00ff' })),
  )
  await fails(layer.get('/thing', { q: 'ada' }))
  expect(calls).toEqual([{ method: 'GET', path: '/thing?q=ada', status: 503, request_id: '00ff' }])
})

test.each([
  ['a page', (c: Context) => c.html('<h1>Sign in to the wifi</h1>'), 200],
  ['another object', (c: Context) => c.json({ name: 'wifi' }), 200],
  ['broken JSON', (c: Context) => c.body('{"applet": ', 200, { 'content-type': 'application/json' }), 200],
  ['a script', (c: Context) => c.body('ran()', 200, { 'content-type': 'text/javascript' }), 200],
])('a caller that needs an object fails with %s', async (_, answer, status) => {
  const { layer, reports, calls } = requestFixture((app) => app.get('/thing', answer))
  const error = await fails(layer.get('/thing', {}, { shape: { applet: 'object' } }))
  expect([error.name, error.status]).toEqual(['RequestError', 0])
  expect(messageOf(error)).toBe('We could not reach the server. Check your connection and try again.')
  expect(reports).toEqual([error])
  expect(calls).toMatchObject([{ status, request_id: null }])
})

test('a caller that needs an object gets it', async () => {
  const { layer } = requestFixture((app) => app.get('/thing', (c) => c.json({ applet: {} })))
  expect(await layer.get('/thing', {}, { shape: { applet: 'object' } })).toEqual({ applet: {} })
})

test('sends no write when no token came', async () => {
  const sent: string[] = []
  const layer = layerWith({
    fetch: async (input) => (sent.push(String(input)), Response.json({ error: 'Sign in to the wifi' })),
  })
  expect((await fails(layer.post('/thing'))).status).toBe(0)
  expect(sent).toEqual(['/api/csrf_token'])
})

test('does not send a write without a CSRF token', async () => {
  const app = new Hono()
  const sent: string[] = []
  app.get('/api/csrf_token', (c) => c.json({}, 500)).post('/thing', (c) => (sent.push('thing'), c.json({})))
  const layer = layerWith({
    fetch: async (input, init) => app.fetch(new Request(`http://localhost${String(input)}`, init)),
  })
  expect((await fails(layer.post('/thing'))).status).toBe(500)
  expect(sent).toEqual([])
})

test('rejects a lost network with status 0 and reports it', async () => {
  const reports: unknown[] = []
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const layer = layerWith({
    fetch,
    onError: (error) => void reports.push(error),
  })
  const error = await fails(layer.get('/thing'))
  expect(error.status).toBe(0)
  expect(reports).toEqual([error])
})

// §7-11
test('parses JSON and reads an empty answer as {}', async () => {
  const { layer } = requestFixture((app) =>
    app.get('/json', (c) => c.json({ a: 1 })).delete('/empty', (c) => c.body(null, 204)),
  )
  expect(await layer.get('/json')).toEqual({ a: 1 })
  expect(await layer.delete('/empty')).toEqual({})
})

// §7-13
test('returns HTML as text', async () => {
  const { layer } = requestFixture((app) => app.get('/page', (c) => c.html('<p>Hello</p>')))
  expect(await layer.get('/page')).toBe('<p>Hello</p>')
})

test('rejects an HTML error page in place of JSON', async () => {
  const { layer } = requestFixture((app) => app.get('/thing', (c) => c.html('<h1>Sign in to the wifi</h1>', 511)))
  expect((await fails(layer.get('/thing'))).status).toBe(511)
})

// §7-07
test.each([
  ['a text', '"Blocked"'],
  ['nothing', 'null'],
  ['an error in words', '{"error":"Blocked","errors":[]}'],
  ['a message in parts', '{"error":{"code":"blocked","message":{"en":"Blocked"}},"errors":[]}'],
  ['errors that are no list', '{"error":{"code":"blocked","message":"Blocked"},"errors":"all"}'],
  ['an error without words', '{"error":{"code":"blocked","message":"Blocked"},"errors":[{"title":"Blocked"}]}'],
])('takes no words from a refusal that is not ours: %s', async (_, body) => {
  const { layer } = requestFixture((app) =>
    app.get('/thing', (c) => c.body(body, 403, { 'content-type': 'application/json' })),
  )
  const error = await fails(layer.get('/thing'))
  expect(error).toEqual(expect.objectContaining({ status: 403, body: {} }))
  expect([messageOf(error), error.fieldMessage('name')]).toEqual([
    'We could not reach the server. Check your connection and try again.',
    null,
  ])
})

test.each(['post', 'put', 'patch'] as const)('evaluates a script answer to %s from our own host', async (method) => {
  const { layer, evaluated } = requestFixture((app) =>
    app.on(method.toUpperCase(), '/thing', (c) => c.body('ran()', 200, { 'content-type': 'text/javascript' })),
  )
  await layer[method]('/thing')
  expect(evaluated).toEqual(['ran()'])
})

// §7-09
test('runs no script from get, delete or another host', async () => {
  const script = { 'content-type': 'text/javascript' }
  const { layer, evaluated } = requestFixture((app) =>
    app
      .get('/thing', (c) => c.body('ran()', 200, script))
      .delete('/thing', (c) => c.body('ran()', 200, script))
      .post('/thing', (c) => c.body('ran()', 200, { ...script, 'x-final-url': 'https://elsewhere.test/thing' })),
  )
  await layer.get('/thing')
  await layer.delete('/thing')
  await layer.post('/thing')
  expect(evaluated).toEqual([])
})

test('lists go into the query as name[]', () => {
  expect(withQuery('/activate', { c: ['github', 'google_sheets'] })).toBe(
    '/activate?c%5B%5D=github&c%5B%5D=google_sheets',
  )
})

test.each([
  [500, 'It broke. Reference: 00ff'],
  [422, 'It broke.'],
])('a message about a %i reads %j', async (status, message) => {
  const { layer } = requestFixture((app) =>
    app.get('/thing', (c) => {
      c.header('x-request-id', '00ff')
      return c.json({ error: { code: 'internal', message: 'It broke.' }, errors: [] }, status === 500 ? 500 : 422)
    }),
  )
  expect(messageOf(await fails(layer.get('/thing')))).toBe(message)
})

/** A server that wants a proof for its first answer. */
const wantsProof = (app: Hono) => {
  let calls = 0
  app.on(['GET', 'POST'], '/thing', (c) =>
    ++calls === 1
      ? c.json({ error: { code: 'proof_required', message: 'Confirm.' }, errors: [] }, 403)
      : c.json({ calls }),
  )
}

test.each(['get', 'post'] as const)('repeats a %s once its user has confirmed', async (method) => {
  const { layer, page } = requestFixture(wantsProof)
  expect(await layer[method]('/thing')).toEqual({ calls: 2 })
  expect(page.asked).toBe(1)
})

test('a call stays refused when its user does not confirm', async () => {
  const { layer, page } = requestFixture(wantsProof)
  page.proves = false
  expect((await fails(layer.post('/thing'))).error?.code).toBe('proof_required')
  expect(page.asked).toBe(1)
})
