import { expect, test } from 'vitest'
import type { DraftCard } from '../../../worker/contract/drafts/draft.ts'
import type { RunDay } from '../../../worker/contract/runs/applet-run.ts'
import { PLANS, type Tier, type UserTier, withAllUpgrades } from '../../../worker/contract/tiers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { card } from '../../testing/catalogue.fixture.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page } from './my-applets-page.tsx'
import type { MyApplet, MyApplets, MyAppletsStatus } from '../../../worker/contract/applets/my-applets.ts'
import { NO_FILTER, type MyAppletsFilter } from './my-applets-filter.ts'
import { quotaLine, restored, sectionsOf } from './my-applets-groups.ts'

function applet(id: number, fields: Partial<MyApplet> = {}): MyApplet {
  return {
    ...card({ id, friendly_id: `applet-${id}`, name: `Applet ${id}`, author: 'ada', enabled_count: 1, services: [] }),
    status: 'enabled_for_user',
    is_author: false,
    published: true,
    taken_down: false,
    newer_version: false,
    broken: false,
    trouble: null,
    paused: false,
    run_count: 0,
    last_run: null,
    ...fields,
  }
}

/** Answers as the API does when these are all of the user's Applets. */
function answer(applets: MyApplet[]): MyApplets {
  const groups = sectionsOf(applets)
  const created = applets.filter(({ is_author, status }) => is_author && status !== 'archived')
  const drafts = created.filter(({ published }) => !published)
  const enabled = [...groups.attention, ...groups.enabled]
  const each = { all: applets, ...groups, enabled, created, drafts } satisfies Record<
    MyAppletsStatus | 'all',
    MyApplet[]
  >
  const counts = Object.fromEntries(Object.entries(each).map(([status, { length }]) => [status, length]))
  return {
    applets,
    next: null,
    counts: counts as MyApplets['counts'],
    total: applets.length,
    enabled: enabled.length,
    paused_until: null,
    services: [{ module_name: 'feeds', name: 'Feeds' }],
  }
}

type Given = {
  tier?: Tier
  filter?: Partial<MyAppletsFilter>
  /** All by default. */
  upgrades?: UserTier['upgrades']
  found?: Partial<MyApplets>
  drafts?: DraftCard[]
  days?: RunDay[] | null
}

function page(applets: MyApplet[], given: Given = {}) {
  const { tier = 'free', filter, found, drafts = [], days = [] } = given
  const { upgrades } = { ...withAllUpgrades(tier), ...given }
  const session = fulfilled<Session<null>>({ kind: 'user', me: me({ tier }), viewer: null })
  const clock = { now: Date.UTC(2026, 10, 20), timeZone: 'UTC' }
  const data = {
    ...answer(applets),
    ...found,
    drafts,
    days,
    filter: { ...NO_FILTER, ...filter },
    clock,
    user: { tier, upgrades },
    quota: PLANS[tier].applets,
  }
  return htmlOf(<Page data={data} session={session} address={{ path: '/my_applets', query: {} }} />)
}
const ids = (applets: MyApplet[]) => applets.map(({ id }) => id)
const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+?) ?</g)].map((match) => match[1])

test('groups Applets as Enabled, Disabled, Not turned on yet and Archived', () => {
  const applets = [
    applet(1),
    applet(2, { status: 'disabled_for_user' }),
    applet(3, { status: 'never_enabled_for_user', is_author: true }),
    applet(4, { status: 'archived', is_author: true }),
  ]
  expect(headings(page(applets))).toEqual(['Enabled', 'Disabled', 'Not turned on yet', 'Archived'])
  expect(headings(page([applet(1)]))).toEqual(['Enabled'])
})

test('each Applet is in one group, also its author’s own', () => {
  const applets = [
    applet(1, { is_author: true }),
    applet(2, { is_author: true, status: 'archived' }),
    applet(3, { is_author: true, status: 'never_enabled_for_user' }),
    applet(4, { status: 'disabled_for_user', paused: true }),
  ]
  const groups = Object.values(sectionsOf(applets)).flatMap(ids)
  expect(groups.toSorted((one, next) => one - next)).toEqual([1, 2, 3, 4])
  expect(page(applets).match(/<li class="my-applet">/g)).toHaveLength(4)
})

test('says that everything is paused, and until when', () => {
  const until = Date.UTC(2026, 10, 21, 9)
  expect(page([applet(1)])).not.toContain('paused')
  const html = page([applet(1)], { found: { paused_until: until } })
  expect(html).toMatch(/All your Applets are paused<\/strong> until .*November 21.*Resume now/)
})

test('shows how much quota is used and how to get more', () => {
  expect(page([applet(1)])).toContain('1 of 2 Applets enabled')
  expect(page([applet(1)])).not.toContain('Get more')
  const full = page([applet(1), applet(2)])
  expect(full).toContain('2 of 2 Applets enabled')
  expect(full).toContain('<a href="/subscribe/pro">Get more</a>')
})

test('a full Pro quota offers Pro+, which has no limit', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => applet(index + 1))
  expect(page(twenty, { tier: 'intermediate_pro' })).toContain('<a href="/subscribe/pro_plus">Get more</a>')
  expect(page(twenty, { tier: 'pro' })).not.toContain('Get more')
})

test('a full quota offers nothing where no plan is sold', () => {
  const full = page([applet(1), applet(2)], { upgrades: [] })
  expect(full).toContain('2 of 2 Applets enabled')
  expect(full).not.toContain('Get more')
})

test('shows only the count without a quota', () => {
  expect(quotaLine(1, null)).toBe('1 Applet enabled')
  expect(quotaLine(31, null)).toBe('31 Applets enabled')
})

test('what needs attention comes first, with its repair', () => {
  const services = [{ module_name: 'feeds', name: 'Feeds', monochrome_image_url: '/feeds.svg' }]
  const troubled = applet(2, { services, trouble: { kind: 'connection', module_name: 'feeds' } })
  const html = page([applet(1), troubled])
  expect(headings(html)).toEqual(['Needs attention', 'Enabled'])
  expect(html).toContain('Your Feeds account is no longer connected, so this does not run.')
  expect(html).toContain('/activate?c[]=feeds&amp;return_to=%2Fapplets%2Fapplet-2&amp;reconnect=1')
  expect(html).not.toContain('Show all')
  expect(headings(page([troubled]))).toEqual(['Needs attention'])
})

test('an Applet that is off needs nothing', () => {
  const trouble = { kind: 'connection', module_name: null } as const
  const html = page([applet(1, { status: 'disabled_for_user', trouble })])
  expect(headings(html)).not.toContain('Needs attention')
  expect(html).not.toContain('does not run')
})

test('lists Applets over the plan apart and says nothing is lost', () => {
  const paused = applet(2, { status: 'disabled_for_user', paused: true })
  const html = page([applet(1), paused, applet(3, { status: 'disabled_for_user' })])
  expect(headings(html)).toEqual(['Enabled', 'Paused', 'Disabled'])
  expect(html).toContain(
    'Your plan has no room for this Applet right now, or does not include what it uses. Nothing is lost',
  )
  expect(ids(sectionsOf([paused]).disabled)).toEqual([])
})

test('a restored Applet returns to the group of its status', () => {
  const archived = applet(4, { status: 'archived', is_author: true, name: 'Old one' })
  expect(page([archived])).toMatch(/<button[^>]*aria-label="Restore Old one"[^>]*>Restore<\/button>/)
  const { applets, counts } = restored(answer([archived]), 4, 'disabled_for_user')
  expect(ids(sectionsOf(applets).disabled)).toEqual([4])
  expect(counts).toEqual(answer(applets).counts)
})

test('marks an Applet that was taken down', () => {
  expect(page([applet(3, { taken_down: true })])).toContain('Taken down')
})

test('marks an Applet that is on and has a newer version', () => {
  const newer = 'A new version is there'
  expect(page([applet(3, { newer_version: true })])).toContain(newer)
  expect(page([applet(3, { newer_version: true, status: 'disabled_for_user' })])).not.toContain(newer)
  expect(page([applet(3)])).not.toContain(newer)
})

test('marks an unpublished Applet to its author', () => {
  expect(page([applet(3, { is_author: true, published: false })])).toContain('Not published')
})

test('an empty page explains itself and offers a first step', () => {
  const html = page([])
  expect(html).toContain('<h2>No Applets yet</h2>')
  expect(html).toContain('href="/explore"')
  expect(html).not.toContain('Applets enabled')
})

const five = [
  applet(1),
  applet(2, { status: 'disabled_for_user' }),
  applet(3, { status: 'disabled_for_user', paused: true, run_count: 1200, last_run: Date.UTC(2026, 10, 18) }),
  applet(4, { status: 'never_enabled_for_user', is_author: true, published: false }),
  applet(5, { status: 'archived', is_author: true }),
]

test('a long section links to all of its Applets', () => {
  const html = page([applet(1)], { found: { counts: { ...answer([applet(1)]).counts, enabled: 130 } } })
  expect(html).toMatch(/<a href="\/my_applets\?status=enabled">Show all (<!-- -->)?130/)
  expect(page([applet(1)])).not.toContain('Show all')
})

test('a few Applets need no search', () => {
  expect(page([applet(1), applet(2), applet(3)])).not.toContain('<search>')
  expect(page([applet(1), applet(2), applet(3), applet(4)])).toContain('<search>')
  expect(page([applet(1)], { filter: { q: 'door' } })).toContain('<search>')
})

test('status links count and keep the search', () => {
  const html = page(five, { filter: { q: 'door', status: 'paused', sort: 'name' } })
  expect(html).toContain('<a href="/my_applets?q=door&amp;sort=name">All <span class="count">5</span></a>')
  expect(html).toMatch(/status=paused&amp;sort=name" aria-current="page">Paused <span class="count">1</)
  expect(html).not.toContain('Needs attention')
  expect(html).toContain('<input type="hidden" name="status" value="paused"/>')
})

test('a search shows one list and keeps what was typed', () => {
  const html = page(five, { filter: { q: 'door', service: 'feeds', sort: 'runs' } })
  expect(headings(html)).toEqual(['5 Applets found'])
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="door"/)
  expect(html).toContain('<option value="feeds" selected="">Feeds</option>')
  expect(html).toContain('<option value="runs" selected="">Most runs</option>')
  for (const note of ['Enabled · 0 runs', 'Paused · 1,200 runs', 'Not turned on yet · Not published', 'Archived'])
    expect(html).toContain(note)
  expect(html).toContain('aria-label="Restore Applet 5"')
})

test('a sort by last run says when each ran', () => {
  const html = page(five, { filter: { sort: 'last_run' } })
  expect(html).toContain('Enabled · Never ran')
  expect(html).toContain('Paused · Ran 2 days ago')
})

test('a search without a match offers to clear it', () => {
  const html = page([], { filter: { q: 'zzz' }, found: { total: 5 } })
  expect(headings(html)).toEqual(['No Applets match'])
  expect(html).toMatch(/href="\/my_applets"[^>]*>Show all my Applets/)
  expect(html).toMatch(/<input[^>]*value="zzz"/)
})

test('pages lead to the next and the first one', () => {
  const html = page(five, { filter: { q: 'door', after: '9.1' }, found: { next: '5.a "b"' } })
  expect(html).toMatch(/href="\/my_applets\?q=door"[^>]*>First page/)
  expect(html).toMatch(/href="\/my_applets\?q=door&amp;after=5.a\+%22b%22"[^>]*>Next page/)
})

const today: RunDay = { day: '2026-11-20', done: 1203, skipped: 0, failed: 2, cancelled: 0, unsure: 0 }

test('the last 30 days are a chart', () => {
  const html = page([applet(1)], { days: [today] }).replaceAll('<!-- -->', '')
  expect(html).toContain('<h2 id="days">Runs in the last 30 days</h2>')
  expect(html).toMatch(/<rect class="done"[^>]*>.*<rect class="failed"[^>]*>/)
  expect(page([applet(1)])).not.toContain('last 30 days')
  expect(page([applet(1)], { days: null })).toContain('Runs can&#x27;t be read right now.')
})

test('lists unfinished Applets, also before there is any other', () => {
  const draft = { id: 7, name: 'If new star', updated_at: Date.UTC(2026, 10, 19), services: [null] }
  const html = page([], { drafts: [draft] })
  expect(headings(html)).toEqual(['Unfinished', 'No Applets yet'])
  expect(html).toMatch(/<a [^>]*href="\/create\/7"[^>]*>Continue<span[^>]*> If new star</)
  expect(html).toMatch(/<a [^>]*href="\/create"[^>]*>Create</)
  expect(page([])).not.toContain('Unfinished')
})
