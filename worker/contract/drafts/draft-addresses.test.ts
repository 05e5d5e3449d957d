import { expect, test } from 'vitest'
import { kindOfRow, readDraftRow } from './draft-addresses.ts'

test.each([
  ['if', 'trigger'],
  ['with.2', 'query'],
  ['when', null],
  ['wait', null],
  ['then.10', 'action'],
])('the row %s has a step of the kind %s', (row, kind) => {
  expect(kindOfRow(readDraftRow(row)!)).toBe(kind)
})

test('a row that nobody knows has no step', () => {
  expect(readDraftRow('ask')).toBeNull()
})
