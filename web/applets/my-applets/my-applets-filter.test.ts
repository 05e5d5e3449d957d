import { expect, test } from 'vitest'
import { addressWith, filterOf, filterQuery, isNarrowed, NO_FILTER } from './my-applets-filter.ts'

const of = (query: string) => filterOf(new URLSearchParams(query))

test('reads search, filters and sort from GET parameters', () => {
  const filter = { q: 'door', status: 'drafts', service: 'feeds', sort: 'name', after: '3.b' }
  expect(of('q=+door+&status=drafts&service=feeds&sort=name&after=3.b')).toEqual(filter)
  expect(of('')).toEqual(NO_FILTER)
})

test.each(['q=++', 'status=on', 'service=%00', 'service=', 'sort=best', 'sort=recent', 'after=x', 'other=1'])(
  'ignores what it does not know: %s',
  (query) => expect(of(query)).toEqual(NO_FILTER),
)

test('an address holds only what was chosen and reads back', () => {
  expect(addressWith(NO_FILTER)).toBe('/my_applets')
  const filter = { q: 'a&b', status: 'enabled', service: null, sort: 'name', after: '3.é "x"' } as const
  expect(filterOf(new URL(addressWith(filter), 'http://site.test').searchParams)).toEqual(filter)
  expect(filterQuery({ ...filter, after: null })).toEqual({ q: 'a&b', status: 'enabled', sort: 'name' })
})

test('any search, filter or sort replaces the sections', () => {
  expect(isNarrowed(NO_FILTER)).toBe(false)
  expect(isNarrowed({ ...NO_FILTER, sort: 'name' })).toBe(true)
})

test('cuts a long search', () => expect(of(`q=${'x'.repeat(300)}`).q).toHaveLength(100))
