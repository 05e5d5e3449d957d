import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { roundTrips } from '../testing/round-trips.ts'
import { aUser } from '../testing/rows.ts'
import { emptyDatabase, testCtx } from '../testing/test-ctx.ts'
import { joinBatches } from './join-batches.ts'
import { users } from './schema/accounts.ts'

beforeEach(emptyDatabase)

async function twoUsers() {
  const ctx = await testCtx()
  return { ctx, people: [await aUser(ctx.db), await aUser(ctx.db)] as const }
}

// §D35-01
test('batches that begin together take one round trip', async () => {
  const { ctx, people } = await twoUsers()
  const trips = await roundTrips(ctx, async ({ db }) => {
    const joined = joinBatches(db)
    const loginOf = (id: string) => joined.select({ login: users.login }).from(users).where(eq(users.id, id))
    const [[first, second], [again]] = await Promise.all([
      joined.batch([loginOf(people[0].id), loginOf(people[1].id)]),
      joined.batch([loginOf(people[1].id)]),
    ])
    expect([first, second, again].map(([row]) => row?.login)).toEqual([
      people[0].login,
      people[1].login,
      people[1].login,
    ])
    await joined.batch([loginOf(people[0].id)])
  })
  expect(trips).toBe(2)
})

test('a failure fails all batches that went together', async () => {
  const { ctx } = await twoUsers()
  const joined = joinBatches(ctx.db)
  const well = joined.select().from(users)
  const twice = joined.insert(users).values({ ...ADA, id: 'usr_a' })
  const both = Promise.allSettled([joined.batch([well]), joined.batch([twice, twice])])
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await joined.batch([well])).toHaveLength(1)
})

const ADA = { email: 'ada@example.test', login: 'ada', code: 'ada', created_at: 1, updated_at: 1 }
