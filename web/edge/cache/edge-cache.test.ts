import { expect, test } from 'vitest'
import { edgeCache, newMemory, type SharedCache, type Stored } from './edge-cache.ts'
import { MemoryCache } from './memory-cache.ts'

/** The data center's cache, with what it was asked to keep. */
function sharedCache() {
  const kept = new Map<string, Response>()
  const cache: SharedCache = {
    match: async (request) => kept.get(request.url)?.clone(),
    put: async (request, response) => void kept.set(request.url, response),
  }
  return { cache, kept }
}

function cacheFixture() {
  let now = 0
  const { cache: shared, kept } = sharedCache()
  const isolate = () =>
    edgeCache({ origin: 'https://site.test', memory: newMemory(), shared, now: () => now, defer: () => {} })
  return { isolate, kept, advance: (ms: number) => void (now += ms) }
}

const page: Stored = {
  status: 200,
  body: '<p>hello</p>',
  headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=0' },
}

test('builds a page once, then serves it from memory for 10 s', async () => {
  const { isolate, advance, kept } = cacheFixture()
  const cache = isolate()
  let made = 0
  const produce = async () => (made++, page)
  expect(await cache.remember('/a', produce)).toEqual(page)
  kept.clear()
  advance(9_999)
  expect(await cache.remember('/a', produce)).toEqual(page)
  expect(made).toBe(1)
  advance(1)
  await cache.remember('/a', produce)
  expect(made).toBe(2)
})

test("another isolate takes the page from the data center's cache", async () => {
  const { isolate, kept } = cacheFixture()
  await isolate().remember('/a', async () => page)
  expect([...kept.values()][0]?.headers.get('cache-control')).toBe('public, max-age=60')
  const second = await isolate().remember('/a', () => expect.fail('it was made again'))
  expect(second.body).toBe(page.body)
  expect(second.headers).toMatchObject({ 'cache-control': 'public, max-age=0', 'content-type': 'text/html' })
})

test.each([404, 503, 302])('never keeps an answer with status %s', async (status) => {
  const { isolate, kept } = cacheFixture()
  const cache = isolate()
  let made = 0
  const produce = async () => (made++, { ...page, status })
  await cache.remember('/a', produce)
  await cache.remember('/a', produce)
  expect(made).toBe(2)
  expect(kept.size).toBe(0)
})

test('drops the oldest entries to stay under the memory cap', () => {
  const memory = new MemoryCache<string>(10, 1000)
  memory.set('a', 'A', 4, 0)
  memory.set('b', 'B', 4, 0)
  memory.set('c', 'C', 4, 0)
  expect([memory.get('a', 1), memory.get('b', 1), memory.get('c', 1)]).toEqual([undefined, 'B', 'C'])
  memory.set('huge', 'X', 11, 0)
  expect(memory.get('huge', 1)).toBeUndefined()
  expect(memory.get('c', 1)).toBe('C')
})
