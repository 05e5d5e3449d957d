import { expect, test } from 'vitest'
import type { EarlierWork, SecurityEventRow } from '../../../worker/contract/accounts/security-events.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { SecurityEventList } from './security-event-list.tsx'

const event = (given: Partial<SecurityEventRow> = {}): SecurityEventRow => ({
  id: 'sec_1',
  kind: 'signed_in',
  outcome: 'done',
  device: 'Chrome on Windows',
  country: 'DE',
  current: false,
  created_at: Date.UTC(2026, 10, 21, 12),
  ...given,
})
const NOTHING: EarlierWork = { applets: [], drafts: [] }
const list = (events: SecurityEventRow[], pages: { next?: string; before?: string; earlier?: EarlierWork } = {}) => {
  const { next = null, before = null, earlier = NOTHING } = pages
  return htmlOf(<SecurityEventList {...{ events, next, before, earlier }} timeZone="UTC" />)
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

test('says what happened, from where and when', () => {
  const text = textOf(list([event({ current: true }), event({ id: 'sec_2', outcome: 'refused', country: null })]))
  expect(text).toContain('Signed in This device')
  expect(text).toContain('Chrome on Windows, Germany · November 21, 2026, 12:00')
  expect(text).toContain('Sign-in refused: wrong password')
  expect(text).toContain('Chrome on Windows · November')
})

test('older security events have an address of their own', () => {
  expect(list([event()])).not.toContain('<nav')
  expect(list([event()], { next: '5.sec_1' })).toContain('href="/settings?events_before=5.sec_1#security-events"')
  expect(list([event()], { before: '5.sec_1' })).toContain('href="/settings#security-events"')
})

test('says that nothing has happened yet', () => {
  expect(textOf(list([]))).toContain('Nothing has happened yet.')
})

test('a kind of a newer version has words too', () => {
  const newer: SecurityEventRow = JSON.parse(JSON.stringify({ ...event(), kind: 'of_tomorrow' }))
  expect(textOf(list([newer]))).toContain('Something else')
})

test('marks what was made before the address was confirmed', () => {
  const applets = [{ id: 7, friendly_id: null, name: 'Copy my mail', config_type: 'static' as const }]
  const html = list([], { earlier: { applets, drafts: [{ id: 3, name: 'Without a name' }] } })
  expect(html).toContain('<a href="/applets/7-copy-my-mail">Copy my mail</a>')
  expect(html).toContain('<a href="/create/3">Without a name</a>')
  expect(textOf(html)).toContain('delete what you do not know')
  expect(textOf(html)).toContain('Keep the rest')
})

test('marks nothing where nothing was made before', () => {
  expect(list([])).not.toContain('<form')
})
