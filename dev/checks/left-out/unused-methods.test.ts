import { expect, test } from 'vitest'
import { blankOut } from '../../processes/blank-out.ts'
import { unusedMethods } from '../../processes/unused-methods.ts'

const CODE = `class List {
  first() { return this.at(0) }
  at(place) { return place }
  last() { return 1 }
  byText() { return 2 }
}
class Tree { last() { return 3 } get depth() { return 4 } }
new List().first(); new List()['byText']()`

test('a method counts as used when code or a text names it', () => {
  expect([...unusedMethods(CODE)].toSorted()).toEqual(['depth', 'last'])
})

test('a method of two classes counts as used when one is called', () => {
  expect(unusedMethods(`${CODE}; new Tree().last()`).has('last')).toBe(false)
})

test('what follows a part that is left out keeps its place', () => {
  const start = CODE.indexOf('last')
  const left = blankOut(CODE, [{ start, end: CODE.indexOf('byText') }])
  expect(left).not.toContain('return 1')
  expect(left.split('\n').map((line) => line.indexOf('byText'))).toEqual(
    CODE.split('\n').map((line) => line.indexOf('byText')),
  )
  expect(left.split('\n')).toHaveLength(CODE.split('\n').length)
})
