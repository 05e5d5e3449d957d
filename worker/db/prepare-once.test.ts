import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase, testCtx } from '../testing/test-ctx.ts'
import type { Db } from './client.ts'
import { prepareOnce, type Given } from './prepare-once.ts'
import { sessions, users } from './schema/accounts.ts'

beforeEach(emptyDatabase)

type Asked = { user: Given<string>; after: Given<number>; seen?: Given<number> }
let built = 0

function sessionQueries(db: Db, { user, after, seen }: Asked) {
  built += 1
  const { user_id, created_at, last_seen_at } = sessions
  return [
    db.select().from(users).where(eq(users.id, user)),
    db
      .select({ id: sessions.id, login: users.login, age: sql<number>`${after} - ${created_at}`.as('age') })
      .from(sessions)
      .innerJoin(users, eq(users.id, user_id))
      .where(and(eq(user_id, user), gt(created_at, after), seen === undefined ? undefined : eq(last_seen_at, seen)))
      .orderBy(asc(created_at)),
  ] as const
}

async function twoUsers() {
  const { db } = await testCtx()
  const people = [await aUser(db), await aUser(db)]
  for (const user of people) for (const at of [1000, 2000, 3000]) await signIn(db, user, at)
  return { db, people }
}

test('prepared statements answer each call like built ones', async () => {
  const { db, people } = await twoUsers()
  const prepared = prepareOnce(sessionQueries)
  for (const { id } of people)
    for (const values of [
      { user: id, after: 0 },
      { user: id, after: 1500 },
      { user: id, after: 0, seen: 2000 },
      { user: 'nobody', after: 0 },
    ]) {
      const expected = await db.batch(sessionQueries(db, values))
      expect(await db.batch(prepared(db, values))).toEqual(expected)
      expect(await Promise.all(prepared(db, values))).toEqual(expected)
    }
})

test('builds statements once for each set of names', async () => {
  const { db, people } = await twoUsers()
  const prepared = prepareOnce(sessionQueries)
  built = 0
  for (const { id } of people) for (const after of [0, 1, 2]) await db.batch(prepared(db, { user: id, after }))
  expect(built).toBe(1)
  for (const seen of [1000, 2000]) await db.batch(prepared(db, { user: 'nobody', after: 0, seen }))
  expect(built).toBe(2)
})
