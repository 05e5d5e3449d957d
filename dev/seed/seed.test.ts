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
