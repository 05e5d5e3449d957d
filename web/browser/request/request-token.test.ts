import { expect, test } from 'vitest'
import { fails, world } from './request.fixture.ts'

test('what is being saved when the page is left goes out, with the last token there was', async () => {
  const { layer, seen, page } = world((app) => app.post('/thing', (c) => c.json({})))
  await layer.prepare()
  page.cutOff = true
  await layer.post('/thing')
  page.hidden = true
  await layer.post('/thing')
  const writes = seen.filter(({ request }) => request.method === 'POST')
  expect(writes.map(({ request }) => request.headers.get('x-csrf-token'))).toEqual(['token-1', 'token-1'])
  expect(writes.map(({ init }) => init.keepalive)).toEqual([true, true])
})

test('what still waits for its token when the page is left goes out at once, with the last one there was', async () => {
  const { layer, seen, page } = world((app) => app.post('/thing', (c) => c.json({})))
  await layer.prepare()
  page.silent = true
  const sent = layer.post('/thing')
  page.leave()
  await sent
  const writes = seen.filter(({ request }) => request.method === 'POST')
  expect(writes.map(({ request }) => request.headers.get('x-csrf-token'))).toEqual(['token-1'])
  expect(page.listeners.size).toBe(0)
})

/** The server's own refusal of a token that it no longer knows. */
const EXPIRED = { error: { code: 'csrf', message: 'This form has expired. Please try again.' }, errors: [] }

test('a token that expired on the way is asked anew and the call repeated once, the same to its idempotency key', async () => {
  const { layer, seen, reports } = world((app) =>
    app.post('/thing', (c) =>
      c.req.header('x-csrf-token') === 'token-2' ? c.json({ paid: 1 }) : c.json(EXPIRED, 403),
    ),
  )
  expect(await layer.post('/thing', { plan: 'pro' }, { 'idempotency-key': 'k1' })).toEqual({ paid: 1 })
  const posts = seen.filter(({ request }) => request.method === 'POST').map(({ request }) => request)
  expect(posts.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['token-1', 'token-2'])
  expect(posts.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1'])
  expect(await Promise.all(posts.map((post) => post.json()))).toEqual([{ plan: 'pro' }, { plan: 'pro' }])
  expect(reports).toEqual([])
})

test('refused with the fresh token too, it is said, and not sent a third time', async () => {
  const { layer, seen, reports } = world((app) => app.post('/thing', (c) => c.json(EXPIRED, 403)))
  const error = await fails(layer.post('/thing'))
  expect(error.error).toEqual(EXPIRED.error)
  expect(reports).toEqual([error])
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(2)
})

test('what is refused for another reason is not sent again', async () => {
  const body = { error: { code: 'tier_required', message: 'Your plan does not include this yet.' }, errors: [] }
  const { layer, seen } = world((app) => app.post('/thing', (c) => c.json(body, 403)))
  expect((await fails(layer.post('/thing'))).error).toEqual(body.error)
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(1)
})

test('where no fresh token is to be had, the call is refused and sent no more', async () => {
  const { layer, seen, page } = world((app) =>
    app.post('/thing', (c) => {
      page.cutOff = true
      return c.json(EXPIRED, 403)
    }),
  )
  expect((await fails(layer.post('/thing'))).status).toBe(0)
  expect(seen.filter(({ request }) => request.method === 'POST')).toHaveLength(1)
})
