import { expect, test } from 'vitest'
import { addressWith, filterOf, filterQuery } from './activity-filter.ts'

const NONE = { kind: null, applet: null, before: null }
const of = (query: string) => filterOf(new URLSearchParams(query))

test('reads the filters from plain GET parameters', () => {
  expect(of('kind=failures&applet=3&before=17.act_1')).toEqual({ kind: 'failures', applet: '3', before: '17.act_1' })
  expect(of('')).toEqual(NONE)
})

test.each(['kind=everything', 'applet=', 'applet=mine', 'applet=-1', 'before=yesterday', 'before=%00', 'other=1'])(
  'ignores an unknown filter: %s',
  (query) => expect(of(query)).toEqual(NONE),
)

test('an address holds only chosen filters and reads back the same', () => {
  expect(addressWith('/activity', NONE)).toBe('/activity')
  const filter = { kind: 'events', applet: '3', before: '17.act_1' } as const
  expect(addressWith('/activity', filter)).toBe('/activity?kind=events&applet=3&before=17.act_1')
  expect(of(addressWith('', filter))).toEqual(filter)
  expect(filterQuery({ ...filter, kind: null })).toEqual({ applet: '3', before: '17.act_1' })
})
