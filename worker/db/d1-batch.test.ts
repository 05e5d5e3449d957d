import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase, testCtx } from '../testing/test-ctx.ts'
import type { Db } from '../system/d1/client.ts'
import { decoded, prepared, runBatch, runNamed, withRows, type Given } from './d1-batch.ts'
import { sessions, users } from './schema/accounts.ts'

beforeEach(emptyDatabase)

type Asked = { user: Given<string>; after: Given<number>; seen?: Given<number> }
let built = 0

function sessionQueries(db: Db, { user, after, seen }: Asked) {
  built += 1
  const { user_id, created_at, last_seen_at } = sessions
  return {
    user: decoded(db.select().from(users).where(eq(users.id, user)), getTableColumns(users)),
    since: db
      .select({ id: sessions.id, login: users.login, age: sql<number>`${after} - ${created_at}`.as('age') })
      .from(sessions)
      .innerJoin(users, eq(users.id, user_id))
      .where(and(eq(user_id, user), gt(created_at, after), seen === undefined ? undefined : eq(last_seen_at, seen)))
      .orderBy(asc(created_at)),
  }
}

const preparedQueries = prepared(sessionQueries)

async function twoUsers() {
  const { db } = await testCtx()
  const people = [await aUser(db), await aUser(db)]
  for (const user of people) for (const at of [1000, 2000, 3000]) await signIn(db, user, at)
  return { db, people }
}

test('prepared statements answer each call like built ones', async () => {
  const { db, people } = await twoUsers()
  for (const { id } of people)
    for (const values of [
      { user: id, after: 0 },
      { user: id, after: 1500 },
      { user: id, after: 0, seen: 2000 },
      { user: 'nobody', after: 0 },
    ])
      expect(await runNamed(db, preparedQueries(db, values))).toEqual(await runNamed(db, sessionQueries(db, values)))
})

test('writes the SQL once for each set of names', async () => {
  const { db, people } = await twoUsers()
  built = 0
  const queries = prepared(sessionQueries)
  for (const { id } of people) for (const after of [0, 1, 2]) await runNamed(db, queries(db, { user: id, after }))
  expect(built).toBe(1)
  for (const seen of [1000, 2000]) await runNamed(db, queries(db, { user: 'nobody', after: 0, seen }))
  expect(built).toBe(2)
})

test('gives each answer the name of its statement', async () => {
  const { db, people } = await twoUsers()
  const { user, since } = await runNamed(db, {
    user: db
      .select({ login: users.login })
      .from(users)
      .where(eq(users.id, people[1]?.id ?? '')),
    since: db.select({ id: sessions.id }).from(sessions).where(gt(sessions.created_at, 1500)),
  })
  expect(user).toEqual([{ login: people[1]?.login }])
  expect(since).toHaveLength(4)
})

test('gives all rows of a list of statements one name', async () => {
  const { db, people } = await twoUsers()
  const loginsOf = ({ id }: { id: string }) => db.select({ login: users.login }).from(users).where(eq(users.id, id))
  const { all, none } = await runNamed(db, { none: [], all: people.map(loginsOf) })
  expect(all).toEqual(people.map(({ login }) => ({ login })))
  expect(none).toEqual([])
})

test('answers a column under its own name, and so says its type', async () => {
  const { db, people } = await twoUsers()
  const renamed = db.select({ user: sessions.user_id }).from(sessions).where(eq(sessions.created_at, 1000))
  const { plain, read } = await runNamed(db, { plain: renamed, read: decoded(renamed, {}) })
  for (const found of [plain, read])
    expect(found.map(({ user_id }) => user_id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

test('decodes the rows of a whole table as Drizzle does', async () => {
  const { db, people } = await twoUsers()
  const id = people[0]?.id ?? ''
  const { user } = await runNamed(db, preparedQueries(db, { user: id, after: 0 }))
  expect(user).toEqual(await db.select().from(users).where(eq(users.id, id)))
})

test('makes rows as the caller says', async () => {
  const { db, people } = await twoUsers()
  const logins = withRows(db.select({ login: users.login }).from(users).orderBy(asc(users.login)), ({ login }) => login)
  expect(await runBatch(db, [logins])).toEqual(people.map(({ login }) => login).toSorted())
})
