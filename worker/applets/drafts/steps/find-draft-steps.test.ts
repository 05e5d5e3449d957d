import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillCatalog } from '../../../ai/whole-catalog.fixture.ts'
import { anAppletWithField } from '../../testing/stored-applet.fixture.ts'
import { services } from '../../../db/schema/connections.ts'
import { completeIndex } from '../../../db/search/complete-index.fixture.ts'
import { roundTrips } from '../../../testing/round-trips.ts'
import { aConnectedAccount, anEnablement, aUser } from '../../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { createApplet } from '../create/create-applet.ts'
import { aDraftFixture, aStoredDraft } from '../testing/draft.fixture.ts'
import { findDraftSteps } from './find-draft-steps.ts'

async function slugs(ctx: TestCtx, query: Parameters<typeof findDraftSteps>[1]) {
  return (await findDraftSteps(ctx, query)).steps.map(({ slug }) => slug)
}

test('steps of a kind are found by their words, the best first', async () => {
  const { ctx, base } = await aDraftFixture()
  await completeIndex(base)
  expect(await slugs(ctx, { kind: 'trigger', q: 'star' })).toEqual(['new_starred_repository'])
  expect(await slugs(ctx, { kind: 'action', q: 'star' })).toEqual([])
  expect(await slugs(ctx, { kind: 'action', q: 'notifications' })).toEqual(['send', 'tell'])
  expect(await slugs(ctx, { kind: 'action', q: '%' })).toEqual([])
})

test('without words, what the viewer used last comes first', async () => {
  const fixture = await aDraftFixture()
  const { ctx } = fixture
  expect(await slugs(ctx, { kind: 'action' })).toEqual(['add_row', 'send', 'tell', 'make_request'])
  const { id } = await aStoredDraft(ctx, fixture)
  await createApplet(ctx, id ?? 0, 1)
  const { steps } = await findDraftSteps(ctx, { kind: 'action' })
  expect(steps.map(({ slug, recent }) => [slug, recent])).toEqual([
    ['tell', true],
    ['add_row', false],
    ['send', false],
    ['make_request', false],
  ])
})

test("a service's steps are listed alone, and a hidden one has none", async () => {
  const { ctx, db } = await aDraftFixture()
  expect(await slugs(ctx, { kind: 'action', service: 'notifications' })).toEqual(['send', 'tell'])
  await db.update(services).set({ published: false }).where(eq(services.module_name, 'notifications'))
  expect(await slugs(ctx, { kind: 'action', service: 'notifications' })).toEqual([])
  expect(await slugs(ctx, { kind: 'action' })).toEqual(['add_row', 'make_request'])
})

test('each found step says what it would ask of the plan', async () => {
  const { ctx, db, proCtx, steps } = await aDraftFixture()
  await db.update(services).set({ minimum_tier: 'pro' }).where(eq(services.module_name, steps.row.module_name))
  const reasons = async (of: TestCtx, kind: 'action' | 'query') =>
    (await findDraftSteps(of, { kind })).steps.map(({ rules }) => rules.block_reason)
  expect(await reasons(ctx, 'action')).toEqual(['action', null, null, null])
  expect(await reasons(ctx, 'query')).toEqual(['queries'])
  expect(await reasons(proCtx, 'action')).toEqual([null, null, null, null])
})

test('a step needs a token until its service is connected', async () => {
  const { ctx, db, user, steps } = await aDraftFixture()
  const { module_name } = steps.row
  const needs = async () => (await findDraftSteps(ctx, { kind: 'action', service: module_name })).steps[0]?.needs_token
  expect(await needs()).toBe(false)
  await db.update(services).set({ connect_kind: 'key' }).where(eq(services.module_name, module_name))
  expect(await needs()).toBe(true)
  await aConnectedAccount(db, await aUser(db), module_name)
  expect(await needs()).toBe(true)
  await aConnectedAccount(db, user, module_name)
  expect(await needs()).toBe(false)
})

test('a list takes one round trip to D1', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  await anEnablement(db, user, await anAppletWithField(fixture))
  expect(await roundTrips(ctx, (counted) => findDraftSteps(counted, { kind: 'trigger' }))).toBe(1)
})

async function theWholeCatalog() {
  const base = await testCtx()
  await fillCatalog(base.db)
  await completeIndex(base)
  const ctx = await base.as(await aUser(base.db))
  return async (kind: 'trigger' | 'query' | 'action', q: string) =>
    (await findDraftSteps(ctx, { kind, q })).steps.map(({ module_name, slug }) => `${module_name}/${slug}`)
}

test('each example that a search shows finds steps', async () => {
  const find = await theWholeCatalog()
  const examples = {
    trigger: ['rss', 'new star', 'every day'],
    query: ['weather', 'last row', 'open issues'],
    action: ['lights on', 'send a message', 'add a row'],
  } as const
  for (const kind of ['trigger', 'query', 'action'] as const)
    for (const q of examples[kind]) expect(await find(kind, q), q).not.toEqual([])
  expect(await find('trigger', 'rss')).toEqual(['feeds/new_item', 'feeds/new_item_matches'])
})

test('other words for a step, its forms and mistypings find it', async () => {
  const find = await theWholeCatalog()
  expect(await find('trigger', 'mail')).toEqual(['email/mail_received'])
  expect(await find('trigger', 'emial')).toEqual(['email/mail_received'])
  expect(await find('trigger', 'rows')).toEqual([
    'google_sheets/new_row',
    'airtable/new_record',
    'airtable/updated_record',
  ])
  expect((await find('action', 'notify'))[0]).toBe('notifications/send')
  expect((await find('action', 'lamp'))[0]).toBe('home_assistant/turn_on')
})

test('a time alone finds the trigger of the clock', async () => {
  const find = await theWholeCatalog()
  expect(await find('trigger', 'every morning')).toEqual(['schedule/every_day'])
  expect(await find('trigger', 'monday')).toEqual(['schedule/every_week'])
  expect((await find('trigger', 'timer')).every((step) => step.startsWith('schedule/'))).toBe(true)
  expect(await find('action', 'monday')).toEqual([])
})

test.each(['someone stars my repo', 'stars my repository', 'my repository gets a star'])(
  '“%s” finds first what others do',
  async (q) => {
    const find = await theWholeCatalog()
    expect(await find('trigger', q)).toEqual(['github/new_star', 'github/new_starred_repository'])
  },
)

test('what users do themselves stays before what others do', async () => {
  const find = await theWholeCatalog()
  expect((await find('trigger', 'i star a repository'))[0]).toBe('github/new_starred_repository')
  expect((await find('trigger', 'my post')).slice(0, 3)).toContain('mastodon/new_post')
})

test('the beginning of a word in descriptions finds nothing', async () => {
  const find = await theWholeCatalog()
  expect(await find('trigger', 'star')).toEqual([
    'github/new_star',
    'github/new_starred_repository',
    'google_calendar/event_starting_soon',
  ])
})
