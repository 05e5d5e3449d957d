import { expect, onTestFinished, test } from 'vitest'
import { startCloudflare, TOKEN } from '../../stand-ins/cloudflare/start-cloudflare.ts'
import { ROOT } from '../../processes/run.ts'
import { openAccount } from './cloudflare-api.ts'
import { deployedFixture } from './deployed.fixture.ts'
import { findConflicts } from './find-conflicts.ts'
import type { Deployed } from './read-deployed.ts'

const { config, deployed, worker } = deployedFixture()
const foreign = { ...worker, resources: new Map([['DB', 'of a shop']]) }

/** An account with the two databases, the tables of the first, and what is changed in what was deployed. */
async function conflicts(changed: Partial<Deployed>, tables = '') {
  const cloudflare = await startCloudflare()
  onTestFinished(cloudflare.close)
  const account = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN })
  const make = async (name: string) => (await account.post<{ uuid: string }>('d1/database', { name })).uuid
  const [DB, SEARCH] = [await make('switchyard'), await make('switchyard-search')]
  if (tables) await account.post(`d1/database/${DB}/query`, { sql: tables })
  const databases = [
    { id: DB, name: 'switchyard' },
    { id: SEARCH, name: 'switchyard-search' },
  ]
  const unnamed = config.worker.d1_databases?.map((each) => ({ ...each, database_id: undefined }))
  const own = { ...config, worker: { ...config.worker, d1_databases: unnamed } }
  return (await findConflicts(ROOT, account, own, { ...deployed, databases, ...changed })).conflicts.map(
    ({ what }) => what,
  )
}

test('finds no conflict with what is ours', async () => {
  expect(await conflicts({})).toEqual([])
})

test.each([
  ['switchyard-api', { worker: foreign }],
  ['switchyard-runner', { runner: foreign }],
] as const)('takes no other Worker called %s for its own', async (name, changed) => {
  expect(await conflicts(changed)).toEqual([expect.stringContaining(`The account has another Worker called ${name}.`)])
})

test('takes no Pages project that was there before the Workers', async () => {
  expect(await conflicts({ worker: null, runner: null })).toEqual([
    expect.stringContaining('The account has another Pages project called switchyard.'),
  ])
})

test('takes no Pages project that something else deployed', async () => {
  const pages = { subdomain: 'switchyard.pages.dev', domains: [], active: { id: 'theirs', hash: null } }
  expect(await conflicts({ pages })).toEqual([
    expect.stringContaining('The account has another Pages project called switchyard.'),
  ])
})

test('takes no database with the migrations of something else', async () => {
  const tables =
    "create table d1_migrations (id integer, name text); insert into d1_migrations values (1, '1_shop.sql')"
  expect(await conflicts({}, tables)).toEqual([
    expect.stringContaining('the D1 database switchyard has the migrations of something else (1_shop.sql)'),
  ])
})

test('takes no queue that another Worker consumes', async () => {
  const queues = [{ name: 'switchyard-jobs', consumers: ['shop'], isPaused: false }]
  expect(await conflicts({ queues })).toEqual([
    expect.stringContaining('The queue switchyard-jobs belongs to the Worker shop'),
  ])
})

test('takes no database with tables of something else', async () => {
  expect(await conflicts({}, 'create table orders (id integer)')).toEqual([
    expect.stringContaining('the D1 database switchyard holds other tables (orders)'),
  ])
})

test('refuses the database of an older release', async () => {
  const tables = 'create table d1_migrations (id integer, name text); create table plans (id text)'
  expect(await conflicts({}, tables)).toEqual([expect.stringContaining('is of an older release')])
})
