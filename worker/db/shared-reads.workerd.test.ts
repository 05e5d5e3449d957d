import { env } from 'cloudflare:test'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser } from '../testing/rows.ts'
import { databaseLike } from '../testing/round-trips.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { connect, type Db } from './client.ts'
import { prepareOnce, type Given } from './prepare-once.ts'
import { users } from './schema/accounts.ts'
import { shareReads } from './shared-reads.ts'

/** Two users, and how many statements each batch of D1 had. */
async function twoUsers() {
  const { db } = await testCtx()
  const people = [await aUser(db, { login: 'ada' }), await aUser(db, { login: 'bo' })] as const
  const batches: number[] = []
  const DB = databaseLike({
    prepare: (query: string) => env.DB.prepare(query),
    batch: (statements: D1PreparedStatement[]) => {
      batches.push(statements.length)
      return env.DB.batch(statements)
    },
  })
  return { db: connect(DB), people, batches }
}

const loginQuery = prepareOnce((db, { id }: { id: Given<string> }) =>
  db.select({ login: users.login }).from(users).where(eq(users.id, id)),
)
const all = (db: Db) => db.select({ login: users.login }).from(users).orderBy(asc(users.login))
const broken = (db: Db) => db.select({ it: sql`nothing_of_the_kind`.as('it') }).from(users)

test('reads asked for together take one round trip', async () => {
  const { db, people, batches } = await twoUsers()
  const [ada, bo] = people
  const later = async () => {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    return db.batch([loginQuery(db, { id: bo.id }), all(db)])
  }
  const read = () => Promise.all([db.batch([all(db)]), loginQuery(db, { id: ada.id }), later()])
  const expected = [[[{ login: 'ada' }, { login: 'bo' }]], [{ login: 'ada' }]]
  expect(await shareReads(read)).toEqual([...expected, [[{ login: 'bo' }], expected[0]?.[0]]])
  expect(batches).toEqual([4])
  await read()
  expect(batches).toEqual([4, 1, 2])
})

test('a read that D1 refuses fails alone', async () => {
  const { db, people } = await twoUsers()
  const [ada] = people
  const [good, bad] = await shareReads(() =>
    Promise.allSettled([db.batch([loginQuery(db, { id: ada.id })]), db.batch([broken(db)])]),
  )
  expect(good).toEqual({ status: 'fulfilled', value: [[{ login: 'ada' }]] })
  expect(bad).toMatchObject({ status: 'rejected' })
  await expect(shareReads(() => db.batch([broken(db)]))).rejects.toThrow()
})

test('a batch that writes goes alone and once', async () => {
  const { db, people, batches } = await twoUsers()
  const [ada] = people
  const seen = { failed_at: sql`nothing_of_the_kind` }
  const write = db
    .update(users)
    .set({ updated_at: sql`${users.updated_at} + 1` })
    .where(eq(users.id, ada.id))
  const both = await shareReads(() =>
    Promise.allSettled([db.batch([write, all(db)]), db.batch([all(db)]), db.batch([db.select(seen).from(users)])]),
  )
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(batches[0]).toBe(2)
  const [row] = await db.select().from(users).where(eq(users.id, ada.id))
  expect(row?.updated_at).toBe(ada.updated_at + 1)
})
