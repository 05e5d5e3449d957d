/** @module-tag long */
import type { D1Database } from '@cloudflare/workers-types'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { atPort } from '../start/local-site/miniflare-options.ts'
import { migrate } from '../start/local-site/migrate-local-d1.ts'
import { seed } from '../seed/seed.ts'
import { doubleAddresses } from '../stand-ins/doubles/double-routes.ts'
import { localAccess } from './config/database-access.ts'
import { copyDatabase } from './copy-database.ts'
import { markAfterRestore } from './mark-after-restore.ts'

type Databases = { DB: D1Database; NEW: D1Database }

/** A folder for wrangler with two databases, and what opens them. */
function aFolder() {
  const folder = temporaryFolder()
  const databases = { DB: 'from-id', NEW: 'to-id' }
  const entries = Object.entries(databases).map(
    ([binding, id]) =>
      `[[d1_databases]]\nbinding = "${binding}"\ndatabase_name = "${binding}"\ndatabase_id = "${id}"\n`,
  )
  writeFileSync(
    join(folder, 'wrangler.toml'),
    `name = "copying"\ncompatibility_date = "2026-08-01"\n${entries.join('')}`,
  )
  const open = async <Result>(work: (of: Databases) => Promise<Result>): Promise<Result> => {
    const script = { modules: true as const, script: 'export default {}', d1Databases: databases }
    const state = atPort(0, join(folder, '.wrangler/state/v3'))
    const miniflare = new Miniflare(convertV4MiniflareOptions({ ...state, ...script }))
    try {
      return await work(await miniflare.getBindings<Databases>())
    } finally {
      await miniflare.dispose()
    }
  }
  return { folder, open }
}

async function contentOf(db: D1Database) {
  const all = async (sql: string) => (await db.prepare(sql).all<Record<string, unknown>>()).results
  const schema = await all("select type, name, sql from sqlite_master where name not like '_cf_%' order by type, name")
  const tables = schema.filter(({ type, name }) => type === 'table' && name !== 'sqlite_sequence')
  const [counters, ...filled] = await db.batch([
    db.prepare('select name, seq from sqlite_sequence order by name'),
    ...tables.map(({ name }) => db.prepare(`select rowid, * from "${name}" order by rowid`)),
  ])
  const rows = new Map(tables.map(({ name }, at) => [String(name), filled[at]?.results]))
  return { schema, rows, counters: counters?.results }
}

async function fill(db: D1Database) {
  const tokens = { access_token: "it's\na token;", refresh_token: 'rt', expires_at: 1 }
  const openAccount = async (_: string, who: string) => ({ ...tokens, account_id: who, account_name: who })
  await seed(db, { addresses: doubleAddresses('http://localhost:8789'), now: Date.UTC(2026, 2, 1), openAccount })
}

test('an exported database is imported whole into an empty one', async () => {
  const { folder, open } = aFolder()
  const before = await open(async ({ DB }) => {
    await migrate(DB)
    await fill(DB)
    return contentOf(DB)
  })
  await copyDatabase({ from: 'DB', to: 'NEW', where: ['--local'], cwd: folder })
  const after = await open(({ NEW }) => contentOf(NEW))
  expect(after).toEqual(before)
  expect(before.rows.get('runners')).not.toHaveLength(0)
})

test('a database without tables is not copied', async () => {
  const { folder } = aFolder()
  const copied = copyDatabase({ from: 'DB', to: 'NEW', where: ['--local'], cwd: folder })
  await expect(copied).rejects.toThrow('DB has no tables, so there is nothing to copy.')
})

test('marks every Runner once and says how far it is', async () => {
  const db = sqliteD1()
  await fill(db)
  const access = localAccess(db)
  await access.write(['update runners set wanted = 1, applied = 1'])
  const count = (await access.read('select 1 from runners')).length
  expect(await markAfterRestore(access)).toEqual({ marked: count, left: null })
  expect(await access.read('select 1 from runners where applied < wanted')).toHaveLength(count)
  await access.write(["update cursors set value = 'cus_9' where name = 'after_restore'"])
  expect(await markAfterRestore(access)).toEqual({ marked: 0, left: 'cus_9' })
})
