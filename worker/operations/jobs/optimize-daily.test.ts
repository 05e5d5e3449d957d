import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { testCtx, TEST_START } from '../../testing/test-ctx.ts'
import { watchedDb } from '../../testing/watched-database.ts'
import { runCron } from './cron.ts'

const MIDNIGHT = TEST_START - (TEST_START % DAY)

test('the statistics are refreshed in the first quarter of a day', async () => {
  const ctx = await testCtx({ start: MIDNIGHT })
  const made: string[][] = []
  for (let quarter = 0; quarter < 3; quarter++) {
    const { db, watch } = watchedDb()
    await runCron({ ...ctx, db }, '*/15 * * * *')
    made.push(watch.queries.filter((query) => query.startsWith('pragma')))
    ctx.advance(15 * MINUTE)
  }
  expect(made).toEqual([['pragma optimize'], [], []])
})
