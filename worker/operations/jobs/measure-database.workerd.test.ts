import { expect, test } from 'vitest'
import { listenToLog } from '../../testing/logged-lines.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { measureDatabase } from './measure-database.ts'
import { sql } from 'drizzle-orm'

test('logs how full the database is', async () => {
  const logged = listenToLog()
  await measureDatabase(await testCtx())
  const [line] = logged('database_size')
  expect(line?.['bytes']).toBeGreaterThan(100_000)
  expect(line?.['percent']).toBe(0)
  expect(logged('database_filling')).toEqual([])
})

test.each([
  [69, 'database_size'],
  [70, 'database_filling'],
  [120, 'database_filling'],
])('at %i percent of the limit logs %s', async (percent, event) => {
  const { db } = await testCtx()
  const { meta } = await db.run(sql`select 1`)
  const logged = listenToLog()
  const DATABASE_MAX_MB = meta.size_after / 1_000_000 / (percent / 100)
  await measureDatabase(await testCtx({ settings: { DATABASE_MAX_MB } }))
  expect(logged(event)).toMatchObject([{ percent }])
})
