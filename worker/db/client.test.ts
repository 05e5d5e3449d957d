import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from './schema/accounts.ts'
import { testCtx } from '../testing/test-ctx.ts'

test('a batch refuses a query with duplicate column names', async () => {
  const { db, ...ctx } = await testCtx()
  await ctx.as(await db.insert(users).values(ADA).returning().get())
  const joined = db
    .select({ user: users.id, session: sessions.id, agent: sessions.user_agent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
  expect(() => db.batch([joined])).toThrow('"id"')
  const whole = db.select().from(sessions).innerJoin(users, eq(users.id, sessions.user_id))
  expect(() => db.batch([whole])).toThrow('"id"')
  const aliased = db
    .select({ user: users.id, session: sql<string>`${sessions.id}`.as('session_id'), agent: sessions.user_agent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
  const [rows] = await db.batch([aliased])
  expect(rows).toEqual(await joined)
})

const ADA = { id: 'usr_ada', email: 'ada@example.test', login: 'ada', code: 'ada', created_at: 1, updated_at: 1 }
