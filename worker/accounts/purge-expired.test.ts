import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser, signIn } from '../testing/rows.ts'
import { TEST_START, testCtx } from '../testing/test-ctx.ts'
import { purgeExpired } from './purge-expired.ts'
import { rate_limits, sessions, used_links } from './tables.ts'

test('what has run out is forgotten, what still counts stays', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const [live, revoked] = [await signIn(ctx.db, user, TEST_START), await signIn(ctx.db, user, TEST_START - 1000)]
  await ctx.db
    .update(sessions)
    .set({ revoked_at: TEST_START - 500 })
    .where(eq(sessions.id, revoked.id))
  await ctx.db.insert(rate_limits).values([
    { bucket: 'over', count: 3, resets_at: TEST_START - 1 },
    { bucket: 'counting', count: 3, resets_at: TEST_START + 1 },
  ])
  await ctx.db.insert(used_links).values([
    { jti: 'expired', used_at: 0, expires_at: TEST_START - 1 },
    { jti: 'still-good', used_at: 0, expires_at: TEST_START + 1 },
  ])
  await purgeExpired(ctx)
  expect((await ctx.db.select().from(sessions)).map(({ id }) => id)).toEqual([live.id])
  expect((await ctx.db.select().from(rate_limits)).map(({ bucket }) => bucket)).toEqual(['counting'])
  expect((await ctx.db.select().from(used_links)).map(({ jti }) => jti)).toEqual(['still-good'])
})
