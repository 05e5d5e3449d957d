import { beforeAll, expect, test } from 'vitest'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { doubleAddresses } from '../stand-ins/doubles/double-routes.ts'
import { readAppletRows } from '../../worker/db/applets/applet-rows.ts'
import { toLoadedApplet } from '../../worker/applets/read/applet-view.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { seed } from './seed.ts'
import { demoApplets } from './seed-applets.ts'

const now = Date.UTC(2026, 2, 1)
const counted = ['services', 'service_steps', 'step_fields', 'prices', 'applets', 'applet_steps', 'configurations']
const kept = ['users', 'subscriptions', 'enablements', 'live_configurations', 'connected_accounts', 'activity_log']

const db = sqliteD1()

beforeAll(() => seed(db, { addresses: doubleAddresses('http://localhost:8789'), now, openAccount }))

async function openAccount(service: string, who: string) {
  const tokens = { access_token: `${service}-${who}-at`, refresh_token: `${who}-rt`, expires_at: now + 3_600_000 }
  return { account_id: `${service}-${who}`, account_name: who, ...tokens }
}

function rows<Row>(query: string): Promise<Row[]> {
  return db
    .prepare(query)
    .all<Row>()
    .then(({ results }) => results)
}

async function counts() {
  const results = await db.batch<{ n: number }>(
    [...counted, ...kept].map((table) => db.prepare(`select count(*) n from ${table}`)),
  )
  return results.map(({ results: [row] }) => row?.n)
}

test('gives the named Applets fixed names and ids', async () => {
  const applets = await rows<{ id: number; friendly_id: string }>('select id, friendly_id from applets order by id')
  expect(applets.slice(0, 13).map(({ friendly_id }) => friendly_id)).toEqual([
    'star-to-sheet',
    'feed-to-chat',
    'hook-to-notification',
    'sunset-lights',
    'post-everywhere',
    'quiet-mentions',
    'ai-digest',
    'two-mailboxes',
    'photo-backup',
    'location-log',
    'home-hub',
    'unpublished-draft',
    'run-log',
  ])
  expect(applets.map(({ id }) => id)).toEqual(Array.from({ length: 29 }, (_, index) => index + 1))
})

test('demo Applets are marked by the plan that their steps need', async () => {
  const client = connect(db)
  const marked = demoApplets.map(async ({ friendly_id }, index) => {
    const { applet } = toLoadedApplet(await readAppletRows(client, { id: index + 1, friendly_id: null })) ?? {}
    if (applet?.pro_features) return `${friendly_id} pro`
    return applet?.intermediate_pro_features ? `${friendly_id} intermediate_pro` : []
  })
  expect((await Promise.all(marked)).flat()).toEqual([
    'post-everywhere intermediate_pro',
    'quiet-mentions pro',
    'ai-digest pro',
    'two-mailboxes pro',
    'run-log intermediate_pro',
  ])
})

test('gives the demo people their subscriptions', async () => {
  const paid = await rows<{ email: string; tier: string; payment_type: string }>(
    'select email, tier, payment_type from subscriptions s join users u on u.id = s.user_id order by email',
  )
  expect(paid.map(({ email, tier, payment_type }) => `${email} ${tier} ${payment_type}`)).toEqual([
    'legacy@demo.test legacy_pro stripe',
    'pro@demo.test intermediate_pro stripe',
    'proplus@demo.test pro stripe',
    'store@demo.test intermediate_pro app_store',
    'storeandroid@demo.test intermediate_pro google_play',
  ])
})

test('seeds the plans at their prices, yearly only for students', async () => {
  const offers = await rows<{ line: string }>(
    "select plan_id || ' ' || interval || ' ' || audience || ' ' || amount as line from prices where active order by amount",
  )
  expect(offers.map(({ line }) => line)).toEqual([
    'legacy_pro month everyone 199',
    'intermediate_pro month everyone 349',
    'pro month everyone 999',
    'intermediate_pro year student 1999',
    'intermediate_pro year everyone 3499',
    'pro year everyone 9999',
  ])
})

test('gives each demo person the documented enablements', async () => {
  const had = await rows<{ line: string }>(
    `select u.email || ' ' || a.friendly_id || ' ' || e.status as line from enablements e
     join users u on u.id = e.user_id join applets a on a.id = e.applet_id order by line`,
  )
  expect(had.map(({ line }) => line)).toEqual([
    'free@demo.test hook-to-notification enabled',
    'free@demo.test sunset-lights disabled',
    'pro@demo.test home-hub enabled',
    'trialused@demo.test hook-to-notification enabled',
    'trialused@demo.test rain-check enabled',
  ])
})

test('gives home-hub four features, one of them required', async () => {
  const features = await rows<{ required: number }>('select required from configurations where applet_id = 11')
  expect(features.map(({ required }) => required).toSorted()).toEqual([0, 0, 0, 1])
})

test('each feature of home-hub has its own trigger and action', async () => {
  const steps = await rows<{ line: string }>(
    "select configuration_slug || ' ' || step_id as line from applet_steps where applet_id = 11 order by position",
  )
  expect(steps.map(({ line }) => line)).toEqual([
    'presence home_assistant/triggers/state_changed',
    'open_door home_assistant/triggers/state_changed',
    'welcome_light home_assistant/triggers/state_above',
    'away_heating home_assistant/triggers/state_below',
    'presence notifications/actions/send',
    'open_door notifications/actions/send',
    'welcome_light home_assistant/actions/call_service',
    'away_heating home_assistant/actions/call_service',
  ])
})

test('one feature of home-hub requires a field of its step', async () => {
  const features = await rows<{ slug: string; fields: string }>(
    "select slug, fields from configurations where applet_id = 11 and fields <> '[]'",
  )
  expect(features).toEqual([{ slug: 'open_door', fields: '["1.entity"]' }])
  expect(
    await rows(
      "select s.step_id from applet_steps s join step_fields f on f.step_id = s.step_id where s.applet_id = 11 and s.position = 1 and f.slug = 'entity'",
    ),
  ).toHaveLength(1)
})

test("a second run moves addresses and keeps people's data", async () => {
  const before = await counts()
  await db.batch([
    db.prepare("update enablements set status = 'disabled' where user_id = 'usr_pro'"),
    db.prepare("delete from connected_accounts where user_id = 'usr_free'"),
    db.prepare('update applets set enabled_count = enabled_count + 1 where id = 1'),
  ])
  await seed(db, { addresses: doubleAddresses('http://localhost:9999'), now: now + 1000 })
  expect(await counts()).toEqual(before)
  expect(await rows("select status from enablements where user_id = 'usr_pro'")).toEqual([{ status: 'disabled' }])
  expect(await rows("select status from connected_accounts where user_id = 'usr_free'")).toEqual([{ status: 'broken' }])
  expect(await rows('select enabled_count from applets where id = 1')).toEqual([{ enabled_count: 48_214 }])
  const urls = await rows<{ url: string }>(
    `select token_url as url from services where token_url is not null
     union all select account_url from services where account_url is not null
     union all select options_url from step_fields where options_url is not null`,
  )
  expect(urls.length).toBeGreaterThan(20)
  expect(urls.filter(({ url }) => !url.startsWith('http://localhost:9999/'))).toEqual([])
  await db.prepare("update enablements set status = 'enabled' where user_id = 'usr_pro'").run()
})

test("the catalog leads to a developer's own address", async () => {
  const addresses = { ...doubleAddresses('http://localhost:8789'), linear: 'http://localhost:4000' }
  await seed(db, { addresses, now: now + 2000 })
  const found = await rows("select authorize_url from services where module_name in ('linear', 'gitlab') order by 1")
  expect(found).toEqual([
    { authorize_url: 'http://localhost:4000/oauth/authorize' },
    { authorize_url: 'http://localhost:8789/gitlab/oauth/authorize' },
  ])
})

test('every fixed field belongs to its step', async () => {
  const steps = await rows<{ step_id: string; fields: string }>('select step_id, fields from applet_steps')
  const fields = await rows<{ key: string }>("select step_id || ' ' || slug as key from step_fields")
  const known = new Set(fields.map(({ key }) => key))
  const fixed = steps.flatMap(({ step_id, fields: json }) =>
    Object.keys(JSON.parse(json)).map((slug) => `${step_id} ${slug}`),
  )
  expect(fixed.filter((key) => !known.has(key))).toEqual([])
})
