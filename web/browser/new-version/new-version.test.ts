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
  const asked: string[] = []
  const page = { left: 0 }
  const statusOf = async (file: string) => {
    asked.push(file)
    if (has === 'no network') return 0
    return has.includes(file) ? 200 : 404
  }
  const lose = (files = FILES, part?: string) =>
    onLostPart({ files, part, statusOf, store, leave: () => void page.left++ })
  return { lose, page, asked }
}

test('reloads the page when a deploy has removed its files', async () => {
  for (const has of [[], [FILES[1] ?? ''], [FILES[0] ?? '']]) {
    const { lose, page, asked } = deployFixture(has)
    expect(await lose()).toBe(true)
    expect(page.left).toBe(1)
    expect(asked).toEqual(FILES)
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

test('reloads the page for a part that the browser gave up', async () => {
  const { lose, page } = deployFixture([...FILES, '/assets/part-1.js'])
  expect(await lose(FILES, '/assets/part-1.js')).toBe(true)
  expect(await lose(FILES, '/assets/part-1.js')).toBe(false)
  expect(page.left).toBe(1)
})

test('leaves the page once for tries at the same moment', async () => {
  const { lose, page } = deployFixture([...FILES, '/assets/part-1.js'])
  const tries = [lose(FILES, '/assets/part-1.js'), lose(FILES, '/assets/part-1.js')]
  expect(await Promise.all(tries)).toEqual([true, false])
  expect(page.left).toBe(1)
})

test('stays on the page while a part is out of reach', async () => {
  for (const has of [FILES, 'no network'] as const) {
    const { lose, page } = deployFixture(has)
    expect(await lose(FILES, '/assets/part-1.js')).toBe(false)
    expect(page.left).toBe(0)
  }
})
