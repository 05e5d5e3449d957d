import { expect, test } from 'vitest'
import { ACTIVITY_PAGE_SIZE, categoryOf } from '../../contract/activity/activity-entry.ts'
import { categoriesFor, cursorOf, cursorText, pageOf } from './activity-cursor.ts'

test('sorts each kind into change or failure', () => {
  expect(categoryOf('disabled')).toBe('change')
  expect(categoryOf('service_connected')).toBe('change')
  expect(categoryOf('connection_broken')).toBe('failure')
})

test('maps each filter to its categories, none to all', () => {
  expect(categoriesFor('failures')).toEqual(['failure'])
  expect(categoriesFor('runs')).toEqual([])
  expect(categoriesFor(undefined)).toEqual(['change', 'failure'])
})

const entry = (created_at: number, id: string) => ({ created_at, id })

test('merges categories newest first, equal times by id', () => {
  const { entries, next } = pageOf([[entry(5, 'b'), entry(1, 'a')], [entry(5, 'c'), entry(3, 'a')], []])
  expect(entries).toEqual([entry(5, 'c'), entry(5, 'b'), entry(3, 'a'), entry(1, 'a')])
  expect(next).toBeNull()
})

test('gives a cursor only when more entries follow', () => {
  const newest = (count: number) => Array.from({ length: count }, (_, n) => entry(1000 - n, `id_${n}`))
  const { entries, next } = pageOf([newest(ACTIVITY_PAGE_SIZE + 1)])
  expect(entries).toHaveLength(ACTIVITY_PAGE_SIZE)
  expect(next).toEqual(entries.at(-1))
  expect(pageOf([newest(ACTIVITY_PAGE_SIZE)]).next).toBeNull()
  expect(pageOf([]).entries).toEqual([])
})

test('a cursor reads back as it was written', () => {
  const cursor = { created_at: 5, id: 'act_1', run: '01JZZZZZZZ0123456789ABCDEF' }
  expect(cursorOf(cursorText(cursor))).toEqual(cursor)
})

test.each([undefined, '', '5', '5.', '.a', 'x.a', "5.a'--", `5.${'a'.repeat(81)}`])(
  'rejects %s as a cursor',
  (text) => {
    expect(cursorOf(text)).toBeNull()
  },
)
