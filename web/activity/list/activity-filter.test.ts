import { expect, test } from 'vitest'
import { addressWith, filterOf, filterQuery, isFiltered, NO_FILTER } from './activity-filter.ts'

const of = (query: string) => filterOf(new URLSearchParams(query))

test('reads the filters from plain GET parameters', () => {
  const filter = { kind: 'failures', outcome: null, applet: '3', q: 'door', before: '17.act_1' }
  expect(of('kind=failures&applet=3&q=+door&before=17.act_1')).toEqual(filter)
  expect(of('kind=runs&outcome=unsure')).toEqual({ ...NO_FILTER, kind: 'runs', outcome: 'unsure' })
  expect(of('')).toEqual(NO_FILTER)
})

test.each([
  'kind=everything',
  'kind=events',
  'outcome=done',
  'applet=',
  'applet=mine',
  'applet=-1',
  'before=yesterday',
  'before=%00',
  'other=1',
])('ignores an unknown filter: %s', (query) => expect(of(query)).toEqual(NO_FILTER))

test('an address holds only chosen filters and reads back the same', () => {
  expect(addressWith('/activity', NO_FILTER)).toBe('/activity')
  const filter = { kind: 'runs', outcome: 'done', applet: '3', q: 'a b', before: '17.act_1' } as const
  const address = addressWith('/activity', filter)
  expect(address).toBe('/activity?kind=runs&outcome=done&applet=3&q=a+b&before=17.act_1')
  expect(of(address.slice('/activity'.length))).toEqual(filter)
  expect(filterQuery({ ...filter, kind: null, outcome: null })).toEqual({ applet: '3', q: 'a b', before: '17.act_1' })
})

test('any choice counts as a filter', () => {
  expect(isFiltered(NO_FILTER)).toBe(false)
  for (const query of ['kind=runs', 'applet=3', 'q=x', 'before=1.a']) expect(isFiltered(of(query))).toBe(true)
})
