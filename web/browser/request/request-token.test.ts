import { expect, test } from 'vitest'
import { fails, requestFixture } from './request.fixture.ts'

test('sends a write with the last token when the page is left', async () => {
  const { layer, seen, page } = requestFixture((app) => app.post('/thing', (c) => c.json({})))
  await layer.prepare()
  page.cutOff = true
  await layer.post('/thing')
  page.hidden = true
  await layer.post('/thing')
  const writes = seen.filter(({ request }) => request.method === 'POST')
  expect(writes.map(({ request }) => request.headers.get('x-csrf-token'))).toEqual(['token-1', 'token-1'])
  expect(writes.map(({ init }) => init.keepalive)).toEqual([true, true])
})

test('sends a waiting write with the last token when leaving', async () => {
  const { layer, seen, page } = requestFixture((app) => app.post('/thing', (c) => c.json({})))
  await layer.prepare()
  page.silent = true
  const sent = layer.post('/thing')
  page.leave()
  await sent
  const writes = seen.filter(({ request }) => request.method === 'POST')
  expect(writes.map(({ request }) => request.headers.get('x-csrf-token'))).toEqual(['token-1'])
  expect(page.listeners.size).toBe(0)
})

/** The server's refusal of an expired token. */
const EXPIRED = { error: { code: 'csrf', message: 'This form has expired. Please try again.' }, errors: [] }

test('repeats a call once with a new token', async () => {
  const { layer, seen, reports } = requestFixture((app) =>
    app.post('/thing', (c) =>
      c.req.header('x-csrf-token') === 'token-2' ? c.json({ paid: 1 }) : c.json(EXPIRED, 403),
    ),
  )
  expect(await layer.post('/thing', { plan: 'pro' }, { headers: { 'idempotency-key': 'k1' } })).toEqual({ paid: 1 })
  const posts = seen.filter(({ request }) => request.method === 'POST').map(({ request }) => request)
  expect(posts.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['token-1', 'token-2'])
  expect(posts.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1'])
  expect(await Promise.all(posts.map((post) => post.json()))).toEqual([{ plan: 'pro' }, { plan: 'pro' }])
  expect(reports).toEqual([])
})

test('gives up when the fresh token is refused too', async () => {
  const { layer, seen, reports } = requestFixture((app) => app.post('/thing', (c) => c.json(EXPIRED, 403)))
  const error = await fails(layer.post('/thing'))
  expect(error.error).toEqual(EXPIRED.error)
  expect(reports).toEqual([error])
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(2)
})

test('does not repeat a call refused for another reason', async () => {
  const body = { error: { code: 'tier_required', message: 'Your plan does not include this yet.' }, errors: [] }
  const { layer, seen } = requestFixture((app) => app.post('/thing', (c) => c.json(body, 403)))
  expect((await fails(layer.post('/thing'))).error).toEqual(body.error)
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(1)
})

test('refuses the call when no fresh token can be had', async () => {
  const { layer, seen, page } = requestFixture((app) =>
    app.post('/thing', (c) => {
      page.cutOff = true
      return c.json(EXPIRED, 403)
    }),
  )
  expect((await fails(layer.post('/thing'))).status).toBe(0)
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(1)
})
