import { expect, test } from 'vitest'
import type { ActivityEntry, ActivityKind } from '../../worker/contract/activity/activity-entry.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session.ts'
import { htmlOf, me } from '../testing/page.fixture.tsx'
import { Page as ActivityPage, type ActivityData } from './activity-page.tsx'
import { entryInWords, sizeInWords } from './activity-words.ts'
import { Page as AppletPage } from './applet-activity-page.tsx'

const APPLET = { id: 3, name: 'Door bell', path: '/applets/door-bell' }
function entry(kind: ActivityKind, fields: Partial<ActivityEntry> = {}): ActivityEntry {
  const created_at = Date.UTC(2026, 10, 20, 23, 30)
  return { id: kind, kind, category: 'change', detail: {}, service_name: null, created_at, applet: APPLET, ...fields }
}
const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const NONE = { kind: null, applet: null, before: null }
const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('\u202f', ' ')

function all(given: Partial<ActivityData> = {}): string {
  const data = { entries: [], next: null, applets: [], filter: NONE, timeZone: 'UTC', ...given }
  return plain(htmlOf(<ActivityPage data={data} session={session} address={{ path: '/activity', query: {} }} />))
}

test("each line shows event, Applet and time in the viewer's zone", () => {
  const html = all({ entries: [entry('disabled')], timeZone: 'Asia/Tokyo' })
  expect(html).toContain('<h2>November 21, 2026</h2>')
  expect(html).toContain('<a href="/applets/door-bell">Door bell</a>')
  expect(html).toMatch(/Disabled<\/p>.*<time dateTime="2026-11-20T23:30:00.000Z">8:30 AM<\/time>/)
})

test('groups lines by day, newest first', () => {
  const old = entry('enabled', { created_at: Date.UTC(2026, 9, 1) })
  const html = all({ entries: [entry('disabled'), entry('saved'), old] })
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, day]) => day)).toEqual(['November 20, 2026', 'October 1, 2026'])
})

test('an Applet out of sight keeps its name without a link', () => {
  const html = all({ entries: [entry('deleted', { applet: { ...APPLET, path: null } })] })
  expect(html).toContain('<p class="applet">Door bell</p>')
})

test('filters keep each other and restart at the newest page', () => {
  const filter = { kind: 'events', applet: '3', before: '17.act_1' } as const
  const html = all({
    filter,
    applets: [{ id: 3, name: 'Door bell' }],
    entries: [entry('hook_received')],
    next: '9.act_0',
  })
  expect(html).toContain('<a href="/activity?kind=events&amp;applet=3" aria-current="page">Runs and events</a>')
  expect(html).toContain('<a href="/activity?kind=failures&amp;applet=3">Failures</a>')
  expect(html).toContain('<input type="hidden" name="kind" value="events"/>')
  expect(html).toContain('<option value="3" selected="">Door bell</option>')
  expect(html).toMatch(
    /rel="next" href="\/activity\?kind=events&amp;applet=3&amp;before=9.act_0"|href="\/activity\?kind=events&amp;applet=3&amp;before=9.act_0"[^>]*rel="next"/,
  )
  expect(html).toContain('>Newest</a>')
})

test('a single page has no pagination', () => {
  expect(all({ entries: [entry('enabled')] })).not.toContain('aria-label="Pages"')
})

test('an empty page explains itself, and how to clear filters', () => {
  expect(all()).toContain('Nothing happened yet')
  const html = all({ filter: { ...NONE, kind: 'failures' } })
  expect(html).toContain('Nothing here')
  expect(html).toMatch(/href="\/activity"[^>]*>Show everything/)
})

test("an Applet's page names it once and links to it", () => {
  const data = {
    entries: [entry('enabled')],
    next: null,
    filter: NONE,
    timeZone: 'UTC',
    applet: { id: 3, name: 'Door bell', friendly_id: 'door-bell', config_type: 'dynamic' as const },
  }
  const address = { path: '/connections/door-bell/activity', query: {} }
  const html = plain(htmlOf(<AppletPage data={data} session={session} address={address} />))
  expect(html.match(/Door bell/g)).toHaveLength(1)
  expect(html).toContain('<a href="/connections/door-bell">Door bell</a>')
  expect(html).toContain('<a href="/connections/door-bell/activity?kind=changes">Changes</a>')
})

test('a broken connection says how to repair it', () => {
  const detail = { module_name: 'sheetly', account_name: 'ada@sheetly.test' }
  const html = all({ entries: [entry('connection_broken', { applet: null, service_name: 'Sheetly', detail })] })
  expect(html).toContain('Sheetly, ada@sheetly.test')
  expect(html).toContain('<a href="/settings/connections">Repair it</a>')
})

test.each([
  [{ bytes: 1234, content_type: 'application/json' }, '1.2 kB of application/json'],
  [{ bytes: 0, content_type: null }, 'No content'],
  [{}, null],
])('an event %j reads %s', (detail, note) => {
  expect(entryInWords(entry('hook_received', { detail })).note).toBe(note)
})

test('formats sizes for people', () => {
  expect([1, 999, 65_536].map(sizeInWords)).toEqual(['1 byte', '999 bytes', '65.5 kB'])
})
