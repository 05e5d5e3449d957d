import { expect, test } from 'vitest'
import type { ActivityKind, ChangeEntry, RunEntry } from '../../worker/contract/activity/activity-entry.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session/session.ts'
import { htmlOf, me } from '../testing/page.fixture.tsx'
import { Page, type ActivityData, type ActivityScope } from './activity-page.tsx'
import { NO_FILTER } from './list/activity-filter.ts'
import { sizeInWords } from '../ui/run-state/size-in-words.ts'

const APPLET = { id: 3, name: 'Door bell', path: '/applets/door-bell' }
function entry(kind: ActivityKind, fields: Partial<ChangeEntry> = {}): ChangeEntry {
  const created_at = Date.UTC(2026, 10, 20, 23, 30)
  return { id: kind, kind, category: 'change', detail: {}, service_name: null, created_at, applet: APPLET, ...fields }
}
const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('\u202f', ' ')

const EVERYTHING = { kind: 'everything' as const, applets: [], paused_until: null, now: Date.UTC(2026, 10, 21) }
function show(given: Partial<ActivityData>, path = '/activity'): string {
  const data = {
    entries: [],
    next: null,
    runs_unavailable: false,
    scope: EVERYTHING,
    filter: NO_FILTER,
    timeZone: 'UTC',
    ...given,
  }
  return plain(htmlOf(<Page data={data} session={session} address={{ path, query: {} }} />))
}

test("each line shows event, Applet and time in the viewer's zone", () => {
  const html = show({ entries: [entry('disabled')], timeZone: 'Asia/Tokyo' })
  expect(html).toContain('<h2>November 21, 2026</h2>')
  expect(html).toContain('<a href="/applets/door-bell">Door bell</a>')
  expect(html).toMatch(/Disabled<\/p>.*<time dateTime="2026-11-20T23:30:00.000Z">8:30 AM<\/time>/)
})

function run(fields: Partial<RunEntry> = {}): RunEntry {
  const created_at = Date.UTC(2026, 10, 20, 23, 30)
  return {
    id: '01JZZZZZZZ0123456789ABCDEF',
    applet_id: 3,
    state: 'done',
    at: created_at,
    due: null,
    ended_at: created_at + 40,
    hold: null,
    message: null,
    cause: 'event',
    category: 'run',
    created_at,
    applet: APPLET,
    ...fields,
  }
}

test('a run is a link with its outcome, Applet and reason', () => {
  const html = show({ entries: [run({ state: 'failed', message: 'Google Sheets said no.' }), entry('disabled')] })
  expect(html).toMatch(
    /<a href="\/activity\/runs\/01JZZZZZZZ0123456789ABCDEF">Door bell<span class="visually-hidden">: Failed<\/span>/,
  )
  expect(html).toContain('Failed · Google Sheets said no.')
  expect(html.indexOf('Failed · ')).toBeLessThan(html.indexOf('Disabled</p>'))
})

test('a held run says why, a test run that it is one', () => {
  expect(show({ entries: [run({ state: 'held', hold: 'plan' })] })).toContain('Your plan does not include')
  expect(show({ entries: [run({ cause: 'test' })] })).toContain('<span class="badge">Test</span>')
})

test('with the Runner away, changes are shown and said so', () => {
  const html = show({ entries: [entry('disabled')], runs_unavailable: true })
  expect(html).toContain('Runs can&#x27;t be read right now.')
  expect(html).toContain('Disabled')
})

test('only a list of failures offers to replay them all', () => {
  const entries = [run({ state: 'failed' })]
  const filter = { ...NO_FILTER, kind: 'failures' } as const
  expect(show({ entries, filter })).toContain('Replay all failed runs')
  expect(show({ entries })).not.toContain('Replay all')
  expect(show({ entries: [entry('connection_broken')], filter })).not.toContain('Replay all')
})

test('a pause of everything says until when', () => {
  expect(show({})).toContain('Pause all my Applets')
  const html = show({ scope: { ...EVERYTHING, paused_until: Date.UTC(2026, 10, 23, 9) } })
  expect(html).toContain('until November 23, 2026, 9:00 AM')
  expect(html).toContain('Resume now')
})

test('groups lines by day, newest first', () => {
  const old = entry('enabled', { created_at: Date.UTC(2026, 9, 1) })
  const html = show({ entries: [entry('disabled'), entry('saved'), old] })
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, day]) => day)).toEqual(['November 20, 2026', 'October 1, 2026'])
})

test('an Applet out of sight keeps its name without a link', () => {
  const html = show({ entries: [entry('deleted', { applet: { ...APPLET, path: null } })] })
  expect(html).toContain('<p class="title">Door bell</p>')
})

test('filters keep each other and restart at the newest page', () => {
  const filter = { ...NO_FILTER, kind: 'runs', applet: '3', q: 'door', before: '17.act_1' } as const
  const html = show({
    filter,
    scope: { ...EVERYTHING, applets: [{ id: 3, name: 'Door bell' }] },
    entries: [run()],
    next: '9.act_0',
  })
  expect(html).toContain('<a href="/activity?kind=runs&amp;applet=3&amp;q=door" aria-current="page">Runs</a>')
  expect(html).toContain('<a href="/activity?kind=failures&amp;applet=3&amp;q=door">Failures</a>')
  expect(html).toContain('<a href="/activity?kind=runs&amp;outcome=failed&amp;applet=3&amp;q=door">Failed</a>')
  expect(html).toContain('<input type="hidden" name="kind" value="runs"/>')
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="door"/)
  expect(html).toContain('<option value="3" selected="">Door bell</option>')
  expect(html).toMatch(
    /rel="next" href="\/activity\?kind=runs&amp;applet=3&amp;q=door&amp;before=9.act_0"|href="\/activity\?kind=runs&amp;applet=3&amp;q=door&amp;before=9.act_0"[^>]*rel="next"/,
  )
  expect(html).toContain('>Newest</a>')
})

test('a single page has no pagination', () => {
  expect(show({ entries: [entry('enabled')] })).not.toContain('aria-label="Pages"')
})

test('an empty page explains itself, and how to clear filters', () => {
  expect(show({})).toContain('Nothing happened yet')
  const html = show({ filter: { ...NO_FILTER, kind: 'failures' } })
  expect(html).toContain('Nothing here')
  expect(html).toMatch(/href="\/activity"[^>]*>Show everything/)
})

test("an Applet's page names it once and links to it", () => {
  const applet = { id: 3, name: 'Door bell', friendly_id: 'door-bell', config_type: 'dynamic' as const }
  const scope: ActivityScope = { kind: 'applet', applet }
  const html = show({ entries: [entry('enabled')], scope }, '/connections/door-bell/activity')
  expect(html.match(/Door bell/g)).toHaveLength(1)
  expect(html).toContain('<a href="/connections/door-bell">Door bell</a>')
  expect(html).toContain('<a href="/connections/door-bell/activity?kind=changes">Changes</a>')
})

test('a broken connection says how to repair it', () => {
  const detail = { module_name: 'google_sheets', account_name: 'ada@example.test' }
  const html = show({ entries: [entry('connection_broken', { applet: null, service_name: 'Google Sheets', detail })] })
  expect(html).toContain('Google Sheets, ada@example.test')
  expect(html).toContain('<a href="/settings/connections">Repair it</a>')
})

test('formats sizes for people', () => {
  expect([1, 999, 65_536].map(sizeInWords)).toEqual(['1 byte', '999 bytes', '65.5 kB'])
})
