import { expect, test } from 'vitest'
import { openShareSheet } from './share-sheet.ts'

const data = { title: 'Keep your stars', url: 'https://example.test/applets/star-to-sheet' }
const refusing = (error: unknown) => async () => {
  throw error
}

test('hands what is shared to the sheet unchanged', async () => {
  const seen: ShareData[] = []
  expect(await openShareSheet(data, async (given) => void seen.push(given))).toBe(true)
  expect(seen).toEqual([data])
})

test('does not count a closed or already open sheet as failed', async () => {
  for (const name of ['AbortError', 'InvalidStateError']) {
    expect(await openShareSheet(data, refusing(new DOMException('', name)))).toBe(true)
  }
})

test('reports a browser that may not share', async () => {
  expect(await openShareSheet(data, refusing(new DOMException('', 'NotAllowedError')))).toBe(false)
  expect(await openShareSheet(data, refusing(new TypeError('bad data')))).toBe(false)
})
