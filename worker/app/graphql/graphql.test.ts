import { beforeEach, expect, test } from 'vitest'
import { readRecommendedCards } from '../../db/applets/lists/public-pages.ts'
import {
  aHub,
  anAppletWithServices,
  aPlainApplet,
  anAppletFixture,
  type AppletFixture,
} from '../../applets/testing/stored-applet.fixture.ts'
import { RECOMMENDED_APPLETS, RENAME_APPLET } from '../../contract/graphql/graphql-documents.ts'
import { anEnablement, aSubscription } from '../../testing/rows.ts'
import { askGraphql, sessionOf } from './ask-graphql.fixture.ts'

let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
})

// §7-43
test('recommends a list of Applets for module_names and count', async () => {
  const applet = await anAppletWithServices(world, { name: 'Keep your stars', enabled_count: 3 })
  await aPlainApplet(world)
  const query =
    '{ recommended_applets_for_channels(module_names: ["github"], count: 3) { id name services { module_name } } }'
  expect(await askGraphql(query)).toMatchObject({
    status: 200,
    data: {
      recommended_applets_for_channels: [
        {
          id: applet.id,
          name: 'Keep your stars',
          services: [{ module_name: 'github' }, { module_name: 'google_sheets' }],
        },
      ],
    },
  })
})

test('asks for everything that a card shows', async () => {
  await anAppletWithServices(world)
  const variables = { module_names: ['github'], count: 3, except: null }
  const cards = await readRecommendedCards(world.base, variables)
  expect((await askGraphql(RECOMMENDED_APPLETS.query, { variables })).data).toEqual({
    recommended_applets_for_channels: cards,
  })
})

test('rejects an unreasonable count or list of names', async () => {
  const refused = { errors: [{ extensions: { code: 'invalid_input' } }] }
  for (const [count, names] of [
    [0, 1],
    [13, 1],
    [3, 51],
  ] as const) {
    const variables = { count, module_names: Array.from({ length: names }, () => 'github'), except: null }
    expect(await askGraphql(RECOMMENDED_APPLETS.query, { variables })).toMatchObject(refused)
  }
})

// §3-23 §7-39
test('returns me with quota and trial, null for visitors', async () => {
  await aSubscription(world.db, world.user, { tier: 'intermediate_pro' })
  const query =
    '{ me { login tier eligible_for_trial applet_quota_slots_total applet_quota_slots_remaining user_subscriptions { payment_type } } }'
  expect((await askGraphql(query, { session: await sessionOf(world, world.user) })).data).toMatchObject({
    me: {
      login: 'frida',
      tier: 'intermediate_pro',
      eligible_for_trial: false,
      applet_quota_slots_total: 20,
      applet_quota_slots_remaining: 20,
      user_subscriptions: [{ payment_type: 'stripe' }],
    },
  })
  expect((await askGraphql(query)).data).toEqual({ me: null })
})

test('returns only what pages need in me', async () => {
  expect((await askGraphql('{ me { email } }', { session: await sessionOf(world, world.user) })).data).toBeUndefined()
})

// §7-39
test('returns enablement rules to users, none to visitors', async () => {
  const hub = await aHub(world)
  const query = `{ normalized_applet(id: "${hub.id}") { enablement_rules { block_user minimum_tier block_reason } } }`
  const rules = { block_user: false, minimum_tier: null, block_reason: null }
  const session = await sessionOf(world, world.user)
  expect((await askGraphql(query, { session })).data).toEqual({ normalized_applet: { enablement_rules: rules } })
  expect(await askGraphql(query)).toMatchObject({
    data: { normalized_applet: null },
    errors: [{ path: ['normalized_applet'], extensions: { code: 'not_signed_in' } }],
  })
  expect(await askGraphql(query.replace(`${hub.id}`, '999'), { session })).toMatchObject({
    errors: [{ extensions: { code: 'not_found' } }],
  })
})

// §3-35
test('returns whether failed runs notify the user', async () => {
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet, { failed_run_notifications_enabled: false })
  const query = `{ normalized_applet(id: "${applet.id}") { failed_applet_run_notifications_enabled } }`
  expect((await askGraphql(query, { session: await sessionOf(world, world.user) })).data).toEqual({
    normalized_applet: { failed_applet_run_notifications_enabled: false },
  })
})

// §7-36
test("updates an Applet's name and reports refusals in `errors`", async () => {
  const applet = await aPlainApplet(world, { name: 'Old' })
  const rename = async (name: string, user: { id: string } | null, applet_id: number | string = applet.id) => {
    const session = user ? { session: await sessionOf(world, user) } : {}
    return askGraphql(RENAME_APPLET.query, { variables: { applet_id, name }, ...session })
  }
  expect(await rename('New', world.author)).toMatchObject({ data: { normalizedAppletUpdate: { errors: [] } } })
  const problem = (attribute: string | null) => ({
    data: { normalizedAppletUpdate: { errors: [{ attribute, message: expect.any(String) }] } },
  })
  expect(await rename(' ', world.author)).toMatchObject(problem('name'))
  expect(await rename('New', world.user)).toMatchObject(problem(null))
  expect(await rename('New', world.author, 'unknown')).toMatchObject(problem(null))
  expect(await rename('New', null)).toMatchObject({ data: null, errors: [{ extensions: { code: 'not_signed_in' } }] })
})
