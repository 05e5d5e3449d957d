import { expect, test } from 'vitest'
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

test('forwards any other call unchanged', async () => {
  expect((await forwarded({ accept: 'text/x' })).headers.get('accept')).toBe('text/x')
})
