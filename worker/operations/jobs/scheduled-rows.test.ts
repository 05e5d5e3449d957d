/** @module-tag long */
import { env } from 'cloudflare:test'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, expect, test } from 'vitest'
import { aBillingFixture, type BillingFixture } from '../../billing/testing/billing.fixture.ts'
import * as schema from '../../db/schema/all-tables.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { watchedDb } from '../../testing/watched-database.ts'
import { syncCustomer } from '../../billing/sync/sync-customer.ts'
import { CRONS, runCron } from './cron.ts'
import { fillWithRowsNotDue } from './rows-not-due.fixture.ts'

let shop: BillingFixture
beforeEach(async () => {
  shop = await aBillingFixture()
  // Late in the day, and hours after the statistics were refreshed.
  await runAll()
})

async function runAll() {
  for (const cron of CRONS) await runCron(shop.ctx, cron)
}

async function costs(cron: string) {
  const { db, watch } = watchedDb()
  await runCron({ ...shop.ctx, db }, cron)
  return watch
}

test.each(CRONS)('%s reads as much among 10 rows as among 2,000', async (cron) => {
  const read: number[] = []
  for (const count of [10, 2000]) {
    await emptyDatabase()
    await fillWithRowsNotDue(shop.ctx.db, shop.ctx.now(), count)
    read.push((await costs(cron)).rows_read)
  }
  expect(read).toEqual([read[0], read[0]])
})

test('with statistics of the tables, more rows cost no more', async () => {
  const read: number[][] = []
  for (const count of [100, 2000]) {
    await emptyDatabase()
    await fillWithRowsNotDue(shop.ctx.db, shop.ctx.now(), count)
    await env.DB.exec('analyze')
    const each: number[] = []
    for (const cron of CRONS) each.push((await costs(cron)).rows_read)
    read.push(each)
  }
  expect(read[1]).toEqual(read[0])
})

test('deleting a row finds its children by an index', async () => {
  const scanned: string[] = []
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))
  for (const table of tables) {
    for (const key of getTableConfig(table).foreignKeys) {
      const { columns, foreignTable } = key.reference()
      // Nobody deletes a service: an operator hides it.
      if (foreignTable === schema.services || foreignTable === schema.service_steps) continue
      const where = sql.join(
        columns.map((column) => sql`${sql.identifier(column.name)} = 'x'`),
        sql` and `,
      )
      const plan = await shop.ctx.db.all<{ detail: string }>(
        sql`explain query plan select 1 from ${table} where ${where}`,
      )
      const name = `${getTableName(table)}.${columns.map((column) => column.name).join()}`
      if (plan.some(({ detail }) => detail.startsWith('SCAN'))) scanned.push(name)
    }
  }
  expect(scanned).toEqual([])
})

test('a sync reads no trial cards of others', async () => {
  const read: number[] = []
  for (const cards of [10, 2000]) {
    const user = await shop.customer({ stripe_customer_id: `cus_${cards}` })
    await shop.ctx.db.run(
      sql`insert into trial_cards (fingerprint, user_id, attempt_id, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})
        select ${`f${cards}_`} || i, 'u', 'o' || i, 1 from n`,
    )
    const { db, watch } = watchedDb()
    expect(await syncCustomer({ ...shop.ctx, db }, user.stripe_customer_id ?? '')).toMatchObject({ kind: 'written' })
    read.push(watch.rows_read)
  }
  expect(read[1]).toBe(read[0])
})
