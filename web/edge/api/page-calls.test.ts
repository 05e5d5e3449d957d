import { expect, test } from 'vitest'
import { PAGE_CALLS_PATH, type PageAnswer } from '../../../worker/contract/site.ts'
import { readTogether } from './page-calls.ts'

/** The Worker, which answers each path with itself, and the addresses and methods it was asked for. */
function aWorker(given: Record<string, Partial<PageAnswer>> = {}) {
  const asked: string[] = []
  const answerOf = (path: string): PageAnswer => ({ status: 200, headers: [], body: path, ...given[path] })
  const read = readTogether(async (input, init) => {
    const { pathname, search, searchParams } = new URL(String(input))
    asked.push(`${init?.method ?? 'GET'} ${pathname}`)
    if (pathname !== PAGE_CALLS_PATH) return new Response(pathname + search)
    if (given[PAGE_CALLS_PATH]) return new Response(null, given[PAGE_CALLS_PATH])
    return Response.json(searchParams.getAll('call').map(answerOf))
  })
  return { asked, get: (path: string, method = 'GET') => read(`http://api${path}`, { method }) }
}

test('reads of the same turn are one call', async () => {
  const { asked, get } = aWorker()
  const answers = await Promise.all([get('/api/me'), get('/api/x?q=a%26b'), get('/api/y')])
  expect(await Promise.all(answers.map((each) => each.text()))).toEqual(['/api/me', '/api/x?q=a%26b', '/api/y'])
  expect(asked).toEqual([`GET ${PAGE_CALLS_PATH}`])
})

test('a single read and a write go as they are', async () => {
  const { asked, get } = aWorker()
  await Promise.all([get('/api/me'), get('/api/x', 'POST')])
  await get('/api/y')
  expect(asked).toEqual(['POST /api/x', 'GET /api/me', 'GET /api/y'])
})

test('each read has its own status, headers and body', async () => {
  const headers: [string, string][] = [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['retry-after', '60'],
  ]
  const { get } = aWorker({ '/api/x': { status: 429, headers, body: '' }, '/api/y': { status: 204, body: '' } })
  const [fine, limited, empty] = await Promise.all([get('/api/me'), get('/api/x'), get('/api/y')])
  expect([fine.status, limited.status, empty.status]).toEqual([200, 429, 204])
  expect(limited.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(limited.headers.get('retry-after')).toBe('60')
})

test('all reads fail where the Worker does', async () => {
  const { get } = aWorker({ [PAGE_CALLS_PATH]: { status: 500 } })
  const all = await Promise.allSettled([get('/api/me'), get('/api/x')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
