import { describe, expect, test } from 'vitest'
import { BODY_MAX_BYTES, HUB_PUSH_MAX_BYTES, STRIPE_EVENT_MAX_BYTES } from '../../worker/contract/limits.ts'
import { FOR_PAGE } from '../../worker/contract/site.ts'
import entry from './entry-edge.tsx'

/** The request that the Worker gets for this call from outside. */
async function forwarded(headers: Record<string, string>, body?: string): Promise<Request> {
  const seen: Request[] = []
  const api = { fetch: async (request: Request) => (seen.push(request), new Response('{}')) }
  const request = new Request('https://site.test/api/thing', {
    method: body ? 'POST' : 'GET',
    headers,
    body: body ?? null,
  })
  await entry.fetch(request, { API: api }, { waitUntil: () => {} })
  return seen[0] ?? expect.fail('The Worker was not asked.')
}

test('strips the for-page mark from calls from outside', async () => {
  const request = await forwarded(
    { [FOR_PAGE.toUpperCase()]: '1', cookie: '__Host-session=s', 'x-csrf-token': 't' },
    '{"a":1}',
  )
  expect(request.headers.has(FOR_PAGE)).toBe(false)
  expect(request.headers.get('cookie')).toBe('__Host-session=s')
  expect(request.headers.get('x-csrf-token')).toBe('t')
  expect([request.method, await request.text()]).toEqual(['POST', '{"a":1}'])
})

test.each([
  ['/api/thing', BODY_MAX_BYTES],
  ['/hooks/key', BODY_MAX_BYTES],
  ['/webhooks/stripe', STRIPE_EVENT_MAX_BYTES],
  ['/websub/feeds/secret', HUB_PUSH_MAX_BYTES],
])('%s takes %i bytes; one more is refused unread', async (path, most) => {
  const asked: string[] = []
  const API = { fetch: async (request: Request) => (asked.push(request.url), new Response('{}')) }
  const post = async (bytes: number) => {
    const headers = { 'content-length': String(bytes) }
    const request = new Request(`https://site.test${path}`, { method: 'POST', headers, body: 'unread' })
    return { request, response: await entry.fetch(request, { API }, { waitUntil: () => {} }) }
  }
  expect((await post(most)).response.status).toBe(200)
  const { request, response } = await post(most + 1)
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error: { code: 'too_large' }, errors: [] })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(request.bodyUsed).toBe(false)
  expect(asked).toHaveLength(1)
})

test('forwards any other call unchanged', async () => {
  expect((await forwarded({ accept: 'text/x' })).headers.get('accept')).toBe('text/x')
})

describe('files of the build', () => {
  const FILES = ['/assets/a-1.js', '/icons/app/192.png', '/schemas/service-1.json', '/social/x.png', '/favicon.svg']
  const ask = async (method: string, path: string) => {
    const asked: string[] = []
    const ASSETS = { fetch: async ({ url }: Request) => (asked.push(url), new Response('file')) }
    const API = { fetch: () => expect.fail('The API was asked.') }
    const request = new Request(`https://site.test${path}`, { method })
    const response = await entry.fetch(request, { API, ASSETS }, { waitUntil: () => {} })
    return { response, asked }
  }

  test.each(FILES)('%s is the answer of the file server', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { response, asked } = await ask(method, path)
      expect([response.status, asked]).toEqual([200, [`https://site.test${path}`]])
    }
  })

  test.each(FILES)('%s refuses another method, which no cache keeps', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { response, asked } = await ask(method, path)
      expect([response.status, response.headers.get('cache-control'), asked]).toEqual([405, 'no-store', []])
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
  })
})
