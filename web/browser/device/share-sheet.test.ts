import { expect, test } from 'vitest'
import { openShareSheet } from './share-sheet.ts'

const data = { title: 'Keep your stars', url: 'https://example.test/applets/star-to-sheet' }
const refusing = (error: unknown) => async () => {
  throw error
}

test('what is shared reaches the sheet as it is (§2.1)', async () => {
  const seen: ShareData[] = []
  expect(await openShareSheet(data, async (given) => void seen.push(given))).toBe(true)
  expect(seen).toEqual([data])
})

test('closing the sheet without sharing is no error, nor is pressing while it is open', async () => {
  for (const name of ['AbortError', 'InvalidStateError']) {
    expect(await openShareSheet(data, refusing(new DOMException('', name)))).toBe(true)
  }
})

test('a browser that may not share says so', async () => {
  expect(await openShareSheet(data, refusing(new DOMException('', 'NotAllowedError')))).toBe(false)
  expect(await openShareSheet(data, refusing(new TypeError('bad data')))).toBe(false)
})
