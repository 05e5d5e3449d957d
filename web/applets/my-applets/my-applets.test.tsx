import { expect, test } from 'vitest'
import { TIER_LIMITS, type Tier } from '../../../worker/contract/tiers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page } from './my-applets-page.tsx'
import { quotaLine, restored, sectionsOf, type MyApplet } from './my-applets-groups.ts'

function applet(id: number, fields: Partial<MyApplet> = {}): MyApplet {
  return {
    id,
    friendly_id: `applet-${id}`,
    name: `Applet ${id}`,
    brand_color: '#24292f',
    brand: { background: '#24292f', tone: 'white' },
    config_type: 'static',
    author: 'ada',
    enabled_count: 1,
    services: [],
    status: 'enabled_for_user',
    is_author: false,
    published: true,
    broken: false,
    paused: false,
    ...fields,
  }
}

function page(applets: MyApplet[], tier: Tier = 'free') {
  const session = fulfilled<Session<null>>({ kind: 'user', me: me({ tier }), viewer: null })
  const data = { applets, tier, quota: TIER_LIMITS[tier].applets }
  return htmlOf(<Page data={data} session={session} address={{ path: '/my_applets', query: {} }} />)
}
const ids = (applets: MyApplet[]) => applets.map(({ id }) => id)
const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+?) ?</g)].map((match) => match[1])

// §D3.1-09
test('groups Applets as Enabled, Disabled, Created by me and Archived', () => {
  const applets = [
    applet(1),
    applet(2, { status: 'disabled_for_user' }),
    applet(3, { status: 'never_enabled_for_user', is_author: true }),
    applet(4, { status: 'archived', is_author: true }),
  ]
  expect(headings(page(applets))).toEqual(['Enabled', 'Disabled', 'Created by me', 'Archived'])
  expect(headings(page([applet(1)]))).toEqual(['Enabled'])
})

test("an author's enabled Applet is under Enabled and Created by me", () => {
  const sections = sectionsOf([applet(1, { is_author: true }), applet(2, { is_author: true, status: 'archived' })])
  expect(ids(sections.enabled)).toEqual([1])
  expect(ids(sections.created)).toEqual([1])
  expect(ids(sections.archived)).toEqual([2])
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
  expect(page(twenty, 'intermediate_pro')).toContain('<a href="/subscribe/pro_plus">Get more</a>')
  expect(page(twenty, 'pro')).not.toContain('Get more')
})

test('shows only the count without a quota', () => {
  expect(quotaLine(1, null)).toBe('1 Applet enabled')
  expect(quotaLine(31, null)).toBe('31 Applets enabled')
})

// §D3.5-09
test('an Applet with a broken connection links to the repair', () => {
  const html = page([applet(1, { broken: true })])
  expect(html).toContain('A connection no longer works.')
  expect(html).toContain('href="/settings/connections"')
  expect(page([applet(1)])).not.toContain('no longer works')
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
  const sections = sectionsOf(restored([archived], 4, 'disabled_for_user'))
  expect(sections.archived).toEqual([])
  expect(sections.disabled.map(({ id }) => id)).toEqual([4])
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
