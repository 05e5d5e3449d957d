import { expect, test } from 'vitest'
import { SESSION_IDLE } from '../contract/limits.ts'
import { aUser } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
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

// §D3.4-07
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

test("refuses to end an unknown session or someone else's", async () => {
  const ctx = await testCtx()
  const [eve, ada] = [await ctx.as(await aUser(ctx.db)), await ctx.as(await aUser(ctx.db))]
  const id = (await getMe(ada))?.session_id ?? ''
  await expect(endSession(eve, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(endSession(eve, { id: 'ses_unknown' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await getMe(ada)).not.toBeNull()
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
})

test('a visitor has no sessions to list or end', async () => {
  const ctx = await testCtx()
  await expect(listSessions(ctx)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(endSession(ctx, { id: 'ses_1' })).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(endOtherSessions(ctx)).rejects.toMatchObject({ code: 'not_signed_in' })
})
