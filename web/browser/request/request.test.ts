import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requestLayer, withQuery } from './request.ts'
import { RequestError } from './request-error.ts'
import { fails, world } from './request.fixture.ts'

// §7-01
test('every request carries x-requested-with: XMLHttpRequest (§7)', async () => {
  const { layer, seen } = world((app) => app.get('/thing', (c) => c.json({})).post('/thing', (c) => c.json({})))
  await layer.get('/thing')
  await layer.post('/thing')
  expect(seen.map(({ request }) => request.headers.get('x-requested-with'))).toEqual(Array(3).fill('XMLHttpRequest'))
})

test('a post may carry headers of its own, which change none of the common ones', async () => {
  const { layer, seen } = world((app) => app.post('/thing', (c) => c.json({})))
  await layer.post('/thing', {}, { 'idempotency-key': 'k1', 'x-requested-with': 'nothing' })
  const sent = seen.at(-1)?.request.headers
  expect([sent?.get('idempotency-key'), sent?.get('x-requested-with')]).toEqual(['k1', 'XMLHttpRequest'])
})

test('what goes wrong is heard by whom a call names, and then by nobody else (§5)', async () => {
  const { layer, reports } = world((app) => app.post('/thing', (c) => c.json({}, 500)))
  const heard: unknown[] = []
  const error = await fails(layer.post('/thing', {}, {}, (told) => void heard.push(told)))
  expect([heard, reports]).toEqual([[error], []])
})

// §7-02 §7-03 §7-04 §7-06
test('a non-GET request is JSON with a stringified body and a CSRF token asked just before (§7)', async () => {
  const { layer, seen } = world((app) => app.post('/thing', (c) => c.json({})))
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

// §7-16
test.each(['post', 'put', 'patch', 'delete'] as const)(
  '%s reaches the server with its method and body (§7)',
  async (method) => {
    const { layer, seen } = world((app) => app.on(method.toUpperCase(), '/thing', (c) => c.json({ done: true })))
    expect(await layer[method]('/thing', { a: 1 })).toEqual({ done: true })
    const last = seen.at(-1)?.request
    expect(last?.method).toBe(method.toUpperCase())
    expect(await last?.json()).toEqual({ a: 1 })
  },
)

// §7-14 §7-15 §7-16
test('get puts its data into the query string and is not cached (§7)', async () => {
  const { layer, seen } = world((app) => app.get('/thing', (c) => c.json(c.req.query())))
  expect(await layer.get('/thing', { q: 'a b&c', page: 2, none: null })).toEqual({ q: 'a b&c', page: '2' })
  expect(seen[0]?.init.cache).toBe('no-store')
})

// §7-05
test('a redirect counts as an error (§7)', async () => {
  const { layer } = world((app) => app.post('/thing', (c) => c.redirect('/elsewhere')))
  expect((await fails(layer.post('/thing'))).status).toBe(302)
})

// §7-05
test('a redirect is not followed, and one that was followed all the same counts as an error too (§7)', async () => {
  const { layer, seen } = world((app) => app.get('/thing', (c) => c.json({})).post('/thing', (c) => c.json({})))
  await layer.get('/thing')
  await layer.post('/thing')
  expect(seen.map(({ init }) => init.redirect)).toEqual(Array(3).fill('manual'))
  const followed = requestLayer({
    fetch: async () => Object.defineProperty(Response.json({ a: 1 }), 'redirected', { value: true }),
    onError: () => {},
    evaluate: () => {},
    ownHost: () => true,
    isLeft: () => false,
    whenLeft: () => () => {},
  })
  expect((await fails(followed.get('/thing'))).error).toBeUndefined()
})

// §7-07 §7-08
test('a non-OK response rejects with response, status and error, and is reported (§7)', async () => {
  const body = { error: { code: 'quota_reached', message: "You've used all your Applets" }, errors: [] }
  const { layer, reports } = world((app) => app.post('/thing', (c) => c.json(body, 403)))
  const error = await fails(layer.post('/thing'))
  expect(error).toBeInstanceOf(RequestError)
  expect(error.status).toBe(403)
  expect(error.response?.status).toBe(403)
  expect(error.error).toEqual(body.error)
  expect(reports).toEqual([error])
})

test('a refused CSRF token rejects the call and the write is not sent (§7)', async () => {
  const app = new Hono()
  const sent: string[] = []
  app.get('/api/csrf_token', (c) => c.json({}, 500)).post('/thing', (c) => (sent.push('thing'), c.json({})))
  const layer = requestLayer({
    fetch: async (input, init) => app.fetch(new Request(`http://localhost${String(input)}`, init)),
    onError: () => {},
    evaluate: () => {},
    ownHost: () => true,
    isLeft: () => false,
    whenLeft: () => () => {},
  })
  expect((await fails(layer.post('/thing'))).status).toBe(500)
  expect(sent).toEqual([])
})

test('a lost network rejects with status 0 and is reported (§7)', async () => {
  const reports: unknown[] = []
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const layer = requestLayer({
    fetch,
    onError: (error) => void reports.push(error),
    evaluate: () => {},
    ownHost: () => true,
    isLeft: () => false,
    whenLeft: () => () => {},
  })
  const error = await fails(layer.get('/thing'))
  expect(error.status).toBe(0)
  expect(reports).toEqual([error])
})

// §7-11 §7-12
test('JSON is parsed and an empty answer becomes an empty object (§7)', async () => {
  const { layer } = world((app) => app.get('/json', (c) => c.json({ a: 1 })).delete('/empty', (c) => c.body(null, 204)))
  expect(await layer.get('/json')).toEqual({ a: 1 })
  expect(await layer.delete('/empty')).toEqual({})
})

// §7-13
test('HTML is returned as text (§7)', async () => {
  const { layer } = world((app) => app.get('/page', (c) => c.html('<p>Hello</p>')))
  expect(await layer.get('/page')).toBe('<p>Hello</p>')
})

test('a portal that answers HTML in place of JSON with a bad status is an error, not a page error (§7)', async () => {
  const { layer } = world((app) => app.get('/thing', (c) => c.html('<h1>Sign in to the wifi</h1>', 511)))
  expect((await fails(layer.get('/thing'))).status).toBe(511)
})

test.each(['post', 'put', 'patch'] as const)(
  'a script-typed answer to %s from our own host is evaluated (§7)',
  async (method) => {
    const { layer, evaluated } = world((app) =>
      app.on(method.toUpperCase(), '/thing', (c) => c.body('ran()', 200, { 'content-type': 'text/javascript' })),
    )
    await layer[method]('/thing')
    expect(evaluated).toEqual(['ran()'])
  },
)

// §7-10 §D3.6-01
test('a script-typed answer to get or delete, or from another host, is not run (§7)', async () => {
  const script = { 'content-type': 'text/javascript' }
  const { layer, evaluated } = world((app) =>
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

test('lists go into the query as name[] (§4.10)', () => {
  expect(withQuery('/activate', { c: ['octoforge', 'sheetly'] })).toBe('/activate?c%5B%5D=octoforge&c%5B%5D=sheetly')
})
