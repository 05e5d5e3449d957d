import { expect, test } from 'vitest'
import { markRows, readMark, writeMark } from './rows-added.ts'

const rowsOf = (text: string) => text.split(' ').map((cell) => [cell])

/** How many rows were added between two looks at a sheet, each row one word. */
function added(before: string, after: string): number {
  return markRows(readMark(writeMark(markRows(null, rowsOf(before)))), rowsOf(after)).added
}

test.each([
  ['nothing', 'a b c', 'a b c', 0],
  ['two rows below', 'a b c', 'a b c d e', 2],
  ['a row above', 'a b c', 'new a b c', 0],
  ['a row above and one below', 'a b c', 'new a b c d', 1],
  ['a row between', 'a b c', 'a b new c', 0],
  ['the last row changed', 'a b c', 'a b C', 0],
  ['the last row changed and one below', 'a b c', 'a b C d', 1],
  ['the last row removed', 'a b c', 'a b', 0],
  ['a row removed above and one added', 'a b c', 'b c d', 1],
  ['sorted the other way', 'a b c d', 'd c b a', 0],
  ['sorted so that two stay together', 'a b c d', 'c d a b', 0],
  ['a row between and one below', 'a b c', 'a b new c d', 1],
  ['the first row removed and one added', 'a b', 'b c', 1],
  ['equal rows', 'yes yes yes', 'yes yes yes yes yes', 2],
  ['a removed row that comes back later', 'a b', 'a b b', 1],
])('%s: %s, then %s', (_, before, after, count) => {
  expect(added(before, after)).toBe(count)
})

test('a sheet that was empty gets its first rows', () => {
  expect(markRows(markRows(null, []), rowsOf('a b')).added).toBe(2)
  expect(markRows(readMark(writeMark(markRows(null, []))), rowsOf('a b')).added).toBe(2)
})

test('rows go on being numbered where some were removed', () => {
  const before = markRows(null, rowsOf('a b c'))
  const fewer = markRows(before, rowsOf('a b'))
  expect(markRows(fewer, rowsOf('a b c')).ever).toBe(4)
})
