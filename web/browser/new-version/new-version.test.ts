import { expect, test } from 'vitest'
import { onLostPart } from './new-version.ts'
import { createStore } from '../storage/storage.ts'

const FILES = ['/assets/page-1.js', '/assets/entry-1.js']

/** A server that has these files or cannot be reached; `left` counts the reloads. */
function deployFixture(has: readonly string[] | 'no network') {
  const kept = new Map<string, string>()
  const store = createStore(() => ({
    length: kept.size,
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
  const asked: (string | undefined)[] = []
  const page = { left: 0 }
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method} ${String(input)} ${init?.cache}`)
    if (has === 'no network') throw new TypeError('Failed to fetch')
    return new Response(null, { status: has.includes(String(input)) ? 200 : 404 })
  }
  const lose = (files = FILES) => onLostPart({ files, fetch, store, leave: () => void page.left++ })
  return { lose, page, asked }
}

test('reloads the page when a deploy has removed its files', async () => {
  for (const has of [[], [FILES[1] ?? ''], [FILES[0] ?? '']]) {
    const { lose, page, asked } = deployFixture(has)
    expect(await lose()).toBe(true)
    expect(page.left).toBe(1)
    expect(asked).toEqual(['HEAD /assets/page-1.js no-store', 'HEAD /assets/entry-1.js no-store'])
  }
})

test('leaves each version only once', async () => {
  const { lose, page } = deployFixture([])
  await lose()
  expect(await lose()).toBe(false)
  expect(page.left).toBe(1)
  expect(await lose(['/assets/page-2.js', '/assets/entry-2.js'])).toBe(true)
})

test('does not mistake a lost part or network for a deploy', async () => {
  for (const has of [FILES, 'no network'] as const) {
    const { lose, page } = deployFixture(has)
    expect(await lose()).toBe(false)
    expect(page.left).toBe(0)
  }
})
