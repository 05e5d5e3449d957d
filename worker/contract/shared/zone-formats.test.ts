import { expect, test } from 'vitest'
import { zoneFormats } from './zone-formats.ts'

const NOON = Date.UTC(2026, 10, 22, 12)

test('makes the format of a time zone once', () => {
  const formatOf = zoneFormats('en-US', { timeStyle: 'short' })
  expect(formatOf('Europe/Berlin')).toBe(formatOf('Europe/Berlin'))
  expect(formatOf('Europe/Berlin').format(NOON)).toMatch(/^1:00\sPM$/)
  expect(formatOf('UTC').format(NOON)).toMatch(/^12:00\sPM$/)
})

test('throws for an unknown time zone each time', () => {
  const formatOf = zoneFormats('en-US', { timeStyle: 'short' })
  for (let n = 0; n < 2; n++) expect(() => formatOf('Mars/Olympus')).toThrow(RangeError)
})
