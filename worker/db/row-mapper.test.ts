import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase, testCtx } from '../testing/test-ctx.ts'
import type { Db } from './client.ts'
import { prepareOnce, type Given } from './prepare-once.ts'
import { sessions, users } from './schema/accounts.ts'

beforeEach(emptyDatabase)

type Asked = { at: Given<number> }

/** Joins that find nothing, decoded columns, and values of SQL, each in the row and in an object of it. */
const SHAPES = {
  'a whole table': (db: Db, { at }: Asked) =>
    db
      .select()
      .from(users)
      .where(sql`${users.created_at} >= ${at} - 1e15`),
  'an object of a join': (db: Db, { at }: Asked) =>
    db
      .select({
        login: users.login,
        student: users.student,
        session: { session_id: sql<string>`${sessions.id}`.as('session_id'), last_seen_at: sessions.last_seen_at },
        own: { clients: users.available_clients, age: sql<number>`${at} - ${users.created_at}`.as('age') },
      })
      .from(users)
      .leftJoin(sessions, and(eq(sessions.user_id, users.id), eq(sessions.last_seen_at, at))),
  'a nullable object of one column': (db: Db, { at }: Asked) =>
    db
      .select({ login: users.login, session: { last_seen_at: sessions.last_seen_at, ended: sessions.revoked_at } })
      .from(users)
      .leftJoin(sessions, and(eq(sessions.user_id, users.id), eq(sessions.last_seen_at, at))),
  'a decoded value of SQL': (db: Db, { at }: Asked) =>
    db.select({ is_old: sql<boolean>`${users.created_at} < ${at}`.mapWith(Boolean).as('is_old') }).from(users),
} as const

test.each(Object.entries(SHAPES))('maps rows as Drizzle does: %s', async (_, build) => {
  const { db } = await testCtx()
  for (const at of [1000, 2000]) await signIn(db, await aUser(db), at)
  const prepared = prepareOnce((given, asked: Asked) => [build(given, asked)])
  for (const at of [1000, 2000, 3000]) {
    const [expected] = await db.batch([build(db, { at })])
    expect(expected.length).toBeGreaterThan(0)
    const [statement] = prepared(db, { at })
    if (!statement) throw new Error('Nothing was prepared.')
    expect(await db.batch([statement])).toEqual([expected])
    expect(await statement).toEqual(expected)
  }
})
