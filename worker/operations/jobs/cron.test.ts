import { expect, test } from 'vitest'
import { sessions } from '../../db/schema/accounts.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { TEST_START as NOW, testCtx } from '../../testing/test-ctx.ts'
import { runCron } from './cron.ts'

test('only the quarter-hour cron trigger purges', async () => {
  const ctx = await testCtx()
  await signIn(ctx.db, await aUser(ctx.db), NOW - 400 * 86_400_000)
  await runCron(ctx, '* * * * *')
  expect(await ctx.db.select().from(sessions)).toHaveLength(1)
  await runCron(ctx, '*/15 * * * *')
  expect(await ctx.db.select().from(sessions)).toHaveLength(0)
})

test('an unknown cron trigger is an error', async () => {
  await expect(runCron(await testCtx(), '0 * * * *')).rejects.toThrow('0 * * * *')
})
