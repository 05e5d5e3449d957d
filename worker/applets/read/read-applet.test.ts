import { DAY } from '../../contract/shared/durations.ts'
import { expect, test } from 'vitest'
import { aConnectedAccount, aStep, aSubscription, anApplet, anEnablement } from '../../testing/rows.ts'
import { step_fields } from '../../db/schema/connections.ts'
import { parseAppletKey } from '../../contract/addresses.ts'
import { checkConnection, readApplet, readForEditing, readUpgradeDetails, readViewer } from './read-applet.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import {
  aHub,
  anAppletWithField,
  anAppletWithServices,
  aPlainApplet,
  at,
  anAppletFixture,
} from '../testing/stored-applet.fixture.ts'

test('shows a visitor the public part only', async () => {
  const world = await anAppletFixture()
  const query = await aStep(world.db, 'github', 'query', 'open_issues')
  const { star, row } = world.steps
  const applet = await anApplet(
    world.db,
    world.author,
    [{ step: star }, { step: query }, { step: row, fields: { sheet: 'S1' } }],
    { filter_code: 'skip()', actions_delay: 5400, value_propositions: [{ title: 'A', text: 'B' }] },
  )
  const { applet: read } = await readApplet(world.base, at(applet))
  expect(read).toMatchObject({
    author: 'mira',
    published: true,
    applet_trigger: { slug: 'new_starred_repository', position: 0, service: { module_name: 'github' } },
    applet_queries: [{ slug: 'open_issues', position: 1 }],
    applet_actions: [{ slug: 'add_row', position: 2 }],
    filter_code: 'skip()',
    normalized_applet: { actions_delay: 5400 },
    value_propositions: [{ title: 'A', text: 'B' }],
    needs_configuration: false,
    has_webhook: false,
  })
  expect(read.step_services.map(({ module_name }) => module_name)).toEqual(['github', 'google_sheets'])
  expect(read.services.map(({ module_name }) => module_name)).toEqual(['github', 'google_sheets'])
  expect(read).not.toHaveProperty('status')
  expect(JSON.stringify(read)).not.toMatch(/token_url|issuer|S1/)
})

test('tells nobody when an Applet was published', async () => {
  const world = await anAppletFixture()
  const { applet } = await readApplet(world.base, at(await aPlainApplet(world)))
  expect(applet).toMatchObject({ published: true })
  expect(applet).not.toHaveProperty('published_at')
})

test('returns up to three value propositions with title and text', async () => {
  const world = await anAppletFixture()
  const said = ['A', 'B', 'C', 'D'].map((title) => ({ title, text: `${title}, at length` }))
  const of = async (value_propositions: typeof said) => {
    const { star, row } = world.steps
    const applet = await anApplet(world.db, world.author, [{ step: star }, { step: row }], { value_propositions })
    return (await readApplet(world.base, at(applet))).applet.value_propositions
  }
  expect(await of(said)).toEqual(said.slice(0, 3))
  expect(await of(said.slice(0, 1))).toEqual(said.slice(0, 1))
})

test("the service of a further feature's trigger is connected too", async () => {
  const world = await anAppletFixture()
  const { hook, star, notify } = world.steps
  const steps = [{ step: hook, feature: 'presence' }, { step: star, feature: 'lights' }, { step: notify }]
  const hub = await anApplet(world.db, world.author, steps, { config_type: 'dynamic' })
  const connected = async () =>
    (await readViewer(world.ctx, at(hub))).viewer?.connections.map((each) => [each.module_name, each.connected])
  const rest = [
    ['webhooks', true],
    ['notifications', true],
  ]
  expect(await connected()).toEqual(rest.toSpliced(1, 0, ['github', false]))
  await aConnectedAccount(world.db, world.user, 'github')
  expect(await connected()).toEqual(rest.toSpliced(1, 0, ['github', true]))
})

// §3-43 §3-35 §3-59
test("includes the signed-in viewer's own part", async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await aConnectedAccount(world.db, world.user, 'github')
  await aConnectedAccount(world.db, world.user, 'google_sheets', { status: 'broken' })
  await anEnablement(world.db, world.user, applet, { push_enabled: true, run_count: 3, last_run: 5 })
  expect((await readApplet(world.ctx, at(applet))).applet).toMatchObject({
    name: applet.name,
    status: 'enabled_for_user',
    is_author: false,
    push_enabled: true,
    failed_applet_run_notifications_enabled: true,
    run_count: 3,
    last_run: 5,
    connections: [
      { module_name: 'github', connected: true, broken: false, granted: true },
      { module_name: 'google_sheets', connected: false, broken: true, granted: false },
    ],
  })
})

test.each(['7-anything', '7', 'star-to-sheet'])('finds the Applet at %s', async (given) => {
  const world = await anAppletFixture()
  await aPlainApplet(world, { id: 7, friendly_id: 'star-to-sheet' })
  expect((await readApplet(world.base, parseAppletKey(given))).applet.id).toBe(7)
})

test('prefers a friendly_id over an id it resembles', async () => {
  const world = await anAppletFixture()
  await aPlainApplet(world, { id: 7, friendly_id: 'first' })
  await aPlainApplet(world, { id: 8, friendly_id: '7-days' })
  expect((await readApplet(world.base, parseAppletKey('7-days'))).applet.id).toBe(8)
  expect((await readApplet(world.base, parseAppletKey('7-weeks'))).applet.id).toBe(7)
})

test.each(['0', '-1', '99', '99-x', '', '7x', "' or 1=1", '9'.repeat(400), 'null'])(
  'finds nothing at %j',
  async (given) => {
    const world = await anAppletFixture()
    await aPlainApplet(world, { id: 7, friendly_id: null })
    await expect(readApplet(world.base, parseAppletKey(given))).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('shows drafts and archived Applets to author and users only', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  for (const given of [{ published_at: null }, { archived_at: 1 }]) {
    const applet = await aPlainApplet(world, given)
    await expect(readApplet(world.base, at(applet))).rejects.toMatchObject({ code: 'not_found' })
    await expect(readApplet(world.ctx, at(applet))).rejects.toMatchObject({ code: 'not_found' })
    await expect(readViewer(world.ctx, at(applet))).rejects.toMatchObject({ code: 'not_found' })
    expect((await readApplet(author, at(applet))).applet).toMatchObject({ is_author: true })
    await anEnablement(world.db, world.user, applet)
    expect((await readApplet(world.ctx, at(applet))).applet).toMatchObject({ status: 'enabled_for_user' })
  }
})

test('lets authors publish only complete drafts', async () => {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const half = await anApplet(world.db, world.author, [{ step: world.steps.hook }], { published_at: null })
  const whole = await aPlainApplet(world, { published_at: null })
  const published = await aPlainApplet(world)
  const may = async (applet: { id: number }) => (await readViewer(author, at(applet))).viewer?.can_publish
  expect([await may(half), await may(whole), await may(published)]).toEqual([false, true, false])
})

test('omits the viewer part for visitors and ended sessions', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  expect(await readViewer(world.base, at(applet))).toEqual({ viewer: null })
  await anEnablement(world.db, world.user, applet)
  world.ctx.advance(31 * DAY)
  expect(await readViewer(world.ctx, at(applet))).toEqual({ viewer: null })
  await expect(readForEditing(world.ctx, at(applet))).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('asks D1 once for each read', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  const reads = [readApplet, readViewer, readForEditing, checkConnection, readUpgradeDetails]
  for (const read of reads) expect(await roundTrips(world.ctx, (ctx) => read(ctx, at(applet)))).toBe(1)
  expect(await roundTrips(world.base, (ctx) => readApplet(ctx, at(applet)))).toBe(1)
})

test('says what the texts of the edit page may have', async () => {
  const world = await anAppletFixture()
  const { star, row } = world.steps
  const cells = { step_id: row.id, slug: 'row', position: 2, label: 'Row', type: 'textarea' as const }
  await world.db.insert(step_fields).values(cells)
  const applet = await anApplet(world.db, world.author, [{ step: star }, { step: row, fields: { sheet: 'S1' } }])
  const { fields, ingredients } = await readForEditing(world.ctx, at(applet))
  expect(fields.map(({ key, syntax }) => [key, syntax])).toEqual([
    ['1.note', null],
    ['1.row', 'cells'],
  ])
  expect(ingredients).toContainEqual(
    expect.objectContaining({
      name: 'RepositoryName',
      filter_name: 'GitHub.newStarredRepository.RepositoryName',
      label: 'Repository',
    }),
  )
})

test('returns open fields and working accounts for the edit page', async () => {
  const world = await anAppletFixture()
  const { item, row } = world.steps
  const applet = await anApplet(world.db, world.author, [{ step: item }, { step: row, fields: { note: 'fixed' } }])
  const account = await aConnectedAccount(world.db, world.user, 'google_sheets')
  await aConnectedAccount(world.db, world.user, 'google_sheets', { status: 'broken' })
  await aConnectedAccount(world.db, world.user, 'github')
  const { fields, accounts, viewer } = await readForEditing(world.ctx, at(applet))
  expect(fields).toMatchObject([
    { key: '0.url', label: 'Feed address', type: 'url', required: true, resolve_url: null, module_name: 'feeds' },
    {
      key: '1.sheet',
      type: 'select',
      resolve_url: 'https://google_sheets.example/api/options/sheets',
      module_name: 'google_sheets',
    },
  ])
  expect(accounts).toEqual([{ id: account.id, module_name: 'google_sheets', account_name: account.account_name }])
  expect(viewer.status).toBe('never_enabled_for_user')
  expect(viewer.fields).toEqual({})
})

test('warns of a second dynamic connection, never for static Applets', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  expect(await checkConnection(world.ctx, at(hub))).toEqual({ connection_already_exists: null })
  const enablement = await anEnablement(world.db, world.user, hub)
  expect(enablement.status).toBe('enabled')
  expect(await checkConnection(world.ctx, at(hub))).toEqual({
    connection_already_exists: { message: 'You already have a connection to Webhooks.' },
  })
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet)
  expect(await checkConnection(world.ctx, at(applet))).toEqual({ connection_already_exists: null })
})

// §3-53
test("explains the block and the user's plan in upgrade details", async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  for (let n = 0; n < 2; n++) await anEnablement(world.db, world.user, await aPlainApplet(world))
  expect(await readUpgradeDetails(world.ctx, at(applet))).toEqual({
    applet: {
      id: applet.id,
      normalized_applet: {
        enablement_rules: { block_user: true, minimum_tier: 'intermediate_pro', block_reason: 'applet_quota' },
        failed_applet_run_notifications_enabled: true,
      },
    },
    me: {
      login: 'frida',
      tier: 'free',
      eligible_for_trial: true,
      eligible_trial_period: 7,
      isTrialing: false,
      subscriptionPaymentType: null,
      user_subscriptions: [],
      applet_quota_slots_total: 2,
      applet_quota_slots_remaining: 0,
    },
  })
  await aSubscription(world.db, world.user, { tier: 'pro' })
  expect((await readUpgradeDetails(world.ctx, at(applet))).me).toMatchObject({
    tier: 'pro',
    eligible_for_trial: false,
    subscriptionPaymentType: 'stripe',
    user_subscriptions: [{ payment_type: 'stripe' }],
    applet_quota_slots_total: null,
    applet_quota_slots_remaining: null,
  })
})
