import { expect, test } from 'vitest'
import { MY_APPLETS_PAGE_SIZE, type MyAppletsSort } from '../../contract/applets/my-applets.ts'
import { cursorOf, isNarrowed, pageOf } from './my-applets-rules.ts'

const EVERYTHING = { q: '', sort: 'recent' } as const

test('shows sections while nothing is searched, filtered or sorted', () => {
  expect(isNarrowed(EVERYTHING)).toBe(false)
  for (const given of [
    { q: 'x' },
    { status: 'drafts' },
    { service: 'feeds' },
    { sort: 'name' },
    { after: '1.1' },
  ] as const)
    expect(isNarrowed({ ...EVERYTHING, ...given }), JSON.stringify(given)).toBe(true)
})

test.each<[string, MyAppletsSort, ReturnType<typeof cursorOf>]>([
  ['7.1700', 'recent', { id: 7, key: 1700 }],
  ['7.a.b "c"', 'name', { id: 7, key: 'a.b "c"' }],
  ['7.door', 'runs', null],
  ['door', 'name', null],
])('reads the cursor %s of %s', (after, sort, cursor) => expect(cursorOf({ after, sort })).toEqual(cursor))

test('a following page starts after the last Applet shown', () => {
  const rows = Array.from({ length: MY_APPLETS_PAGE_SIZE + 1 }, (_, id) => ({ id, sort_key: 'k' }))
  expect(pageOf(rows)).toMatchObject({ next: `${MY_APPLETS_PAGE_SIZE - 1}.k`, page: { length: MY_APPLETS_PAGE_SIZE } })
  expect(pageOf(rows.slice(1)).next).toBeNull()
})
