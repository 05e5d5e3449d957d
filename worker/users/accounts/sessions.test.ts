import { expect, test } from 'vitest'
import { SESSION_IDLE } from '../../contract/limits.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { sessions as sessionsTable } from '../../db/schema/accounts.ts'
import { security_events } from '../../db/schema/security.ts'
import { insertMany } from '../../testing/insert-many.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { endOtherSessions } from './end-sessions.ts'
import { endSession } from './end-sessions.ts'
import { getMe } from './get-me.ts'
import { listSessions } from './list-sessions.ts'

test("lists the user's live sessions, this browser first", async () => {
  const ctx = await testCtx()
  const [user, other] = [await aUser(ctx.db), await aUser(ctx.db)]
  await ctx.as(user)
  ctx.advance(SESSION_IDLE)
  const mine = await ctx.as(user)
  ctx.advance(1000)
  await ctx.as(user)
  await ctx.as(other)
  const { sessions } = await listSessions(mine)
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  expect(sessions[0]).toEqual({
    id: (await mine.user())?.session_id,
    user_agent: 'test',
    created_at: ctx.now() - 1000,
    last_seen_at: ctx.now() - 1000,
    current: true,
  })
})

test('lists a hundred sessions, and always this browser', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const mine = await ctx.as(user)
  ctx.advance(1000)
  const times = { created_at: ctx.now(), last_seen_at: ctx.now(), expires_at: ctx.now() + DAY }
  const others = Array.from({ length: 120 }, (_, n) => ({
    id: `s${n}`,
    user_id: user.id,
    token_hash: `h${n}`,
    ...times,
  }))
  await insertMany(ctx.db, sessionsTable, others)
  const { sessions } = await listSessions(mine)
  expect(sessions).toHaveLength(100)
  expect(sessions.map(({ current }) => current).indexOf(true)).toBe(0)
})

test('a session ended from another browser opens nothing afterward', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const [here, there] = [await ctx.as(user), await ctx.as(user)]
  const id = (await getMe(there))?.session_id ?? ''
  expect(await endSession(here, { id })).toEqual({ current: false })
  expect(await getMe(there)).toBeNull()
  expect(await getMe(here)).not.toBeNull()
  await expect(endSession(here, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test("ends all other sessions at once, but nobody else's", async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const [here, there, elsewhere] = [await ctx.as(user), await ctx.as(user), await ctx.as(user)]
  const other = await ctx.as(await aUser(ctx.db))
  await endOtherSessions(here)
  expect(await getMe(here)).not.toBeNull()
  expect(await getMe(there)).toBeNull()
  expect(await getMe(elsewhere)).toBeNull()
  expect(await getMe(other)).not.toBeNull()
  const session_id = (await here.user())?.session_id
  expect(await ctx.db.select().from(security_events)).toMatchObject([{ kind: 'sessions_ended', session_id }])
})
