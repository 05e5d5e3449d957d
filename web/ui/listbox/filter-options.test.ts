import { expect, test } from 'vitest'
import { filterOptions } from './filter-options.ts'

const OPTIONS = [
  { value: 'C1', label: 'general', group: 'Channels' },
  { value: 'C2', label: 'release notes', group: 'Channels', detail: 'archived' },
  { value: 'U1', label: 'Generosa', group: 'People' },
  { value: 'C3', label: 'not general', group: 'Channels' },
]
const found = (typed: string) => filterOptions(OPTIONS, typed).shown.map(({ value }) => value)

test.each([
  ['', ['C1', 'C2', 'C3', 'U1']],
  ['gener', ['C1', 'C3', 'U1']],
  ['PEOPLE', ['U1']],
  ['notes release', ['C2']],
  ['archived', ['C2']],
  ['c3', ['C3']],
  ['nothing', []],
])('finds what has all words of %j', (typed, values) => expect(found(typed)).toEqual(values))

test('counts the options beyond a hundred', () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ value: String(index), label: `Item ${index}` }))
  expect(filterOptions(many, 'item')).toMatchObject({ more: 30 })
})
