import { expect, test } from 'vitest'
import { ACTIVITY_PAGE_SIZE } from '../contract/activity/activity-entry.ts'
import { categoriesFor, categoryOf, cursorOf, pageOf } from './activity-categories.ts'

test('what a person did is a change, what came in is an event, what broke is a failure', () => {
  expect(categoryOf('disabled')).toBe('change')
  expect(categoryOf('service_connected')).toBe('change')
  expect(categoryOf('hook_received')).toBe('event')
  expect(categoryOf('connection_broken')).toBe('failure')
})

test('each filter chooses one category, none chooses all', () => {
  expect(categoriesFor('failures')).toEqual(['failure'])
  expect(categoriesFor(undefined)).toEqual(['change', 'event', 'failure'])
})

const entry = (created_at: number, id: string) => ({ created_at, id })

test('categories are merged newest first; entries of one moment keep the order of their ids', () => {
  const { entries, next } = pageOf([[entry(5, 'b'), entry(1, 'a')], [entry(5, 'c'), entry(3, 'a')], []])
  expect(entries).toEqual([entry(5, 'c'), entry(5, 'b'), entry(3, 'a'), entry(1, 'a')])
  expect(next).toBeNull()
})

test('a full page says where the next one begins, a last page that is just full does not', () => {
  const newest = (count: number) => Array.from({ length: count }, (_, n) => entry(1000 - n, `id_${n}`))
  const { entries, next } = pageOf([newest(ACTIVITY_PAGE_SIZE + 1)])
  expect(entries).toHaveLength(ACTIVITY_PAGE_SIZE)
  expect(cursorOf(next ?? '')).toEqual(entries.at(-1))
  expect(pageOf([newest(ACTIVITY_PAGE_SIZE)]).next).toBeNull()
  expect(pageOf([]).entries).toEqual([])
})

test.each([undefined, '', '5', '5.', '.a', 'x.a', "5.a'--", `5.${'a'.repeat(81)}`])('%s is no cursor', (text) => {
  expect(cursorOf(text)).toBeNull()
})
