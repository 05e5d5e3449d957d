import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters, joinCells, lastFilled, pasteCells, splitCells } from './cells.ts'

test.each([
  ['', ['']],
  ['a', ['a']],
  ['a ||| b', ['a', 'b']],
  ['a|||b', ['a', 'b']],
  ['a |||  ||| c', ['a', '', 'c']],
  ['a\n|||\n|||\nc', ['a', '', 'c']],
  ['a  ||| b', ['a ', 'b']],
  ['{{Title}} ||| {{Tags | replace: "|||", ", "}}', ['{{Title}}', '{{Tags | replace: "|||", ", "}}']],
  ['{{Tit ||| b', ['{{Tit', 'b']],
])('splits %j', (row, cells) => expect(splitCells(row)).toEqual(cells))

test('a row keeps its cells, but for empty ones at its end', () => {
  const cell = fc.string({ maxLength: 6 }).filter((text) => !/[{|]/.test(text))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const kept = cells.slice(0, lastFilled(cells) + 1)
      expect(splitCells(joinCells(cells))).toEqual(kept.length === 0 ? [''] : kept)
    }),
  )
})

test.each([
  [0, 'x\ty\n', ['x', 'y', 'c'], 1],
  [2, 'x\ty', ['a', 'b', 'x', 'y'], 1],
  [1, '"x\r\n1"\ty\tz', ['a', 'x 1', 'y', 'z'], 1],
  [0, '"x\n""1"""\t"y"', ['x "1"', '"y"', 'c'], 1],
  [1, '\tz', ['a', '', 'z'], 1],
  [0, 'x\ty\r\nz\t1\r\n', ['x', 'y', 'c'], 2],
  [0, 'x\nz\t1\n2\t', ['x', 'b', 'c'], 3],
])('pastes into cell %i the first row of %j', (at, copied, cells, rows) =>
  expect(pasteCells(['a', 'b', 'c'], at, copied)).toEqual({ cells, rows }),
)

test('a text without a tab is for one cell', () => {
  expect(pasteCells(['a'], 0, 'x y\nz')).toBeNull()
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, letters) => expect(columnLetters(index)).toBe(letters))
