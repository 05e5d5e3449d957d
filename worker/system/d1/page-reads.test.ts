import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { databaseLike } from '../../testing/round-trips.ts'
import { shareFirstBatch } from './page-reads.ts'

/** D1 for so many calls, and how many statements each batch that reached it had. */
function aPage(calls: number) {
  const batches: number[] = []
  const database = databaseLike({
    prepare: (query: string) => env.DB.prepare(query),
    batch: (statements: D1PreparedStatement[]) => {
      batches.push(statements.length)
      return env.DB.batch(statements)
    },
  })
  const page = shareFirstBatch(database, calls).map(({ database: own, answered }) => ({
    answered,
    ask: async (...values: string[]) => {
      const answers = await own.batch(values.map((value) => own.prepare(`select ${value} as value`)))
      return answers.map(({ results }) => results)
    },
  }))
  return { page, batches }
}

test('the first batches of all calls are one', async () => {
  const {
    page: [one, other],
    batches,
  } = aPage(2)
  const answers = await Promise.all([one?.ask('1', '2'), other?.ask('3')])
  expect(answers).toEqual([[[{ value: 1 }], [{ value: 2 }]], [[{ value: 3 }]]])
  expect(batches).toEqual([3])
})

test('what a call asks later goes at once and alone', async () => {
  const {
    page: [one, other],
    batches,
  } = aPage(2)
  await Promise.all([one?.ask('1'), other?.ask('2')])
  expect(await one?.ask('3')).toEqual([[{ value: 3 }]])
  expect(batches).toEqual([2, 1])
})

test('nobody waits for a call that has answered', async () => {
  const {
    page: [one, other, third],
    batches,
  } = aPage(3)
  const first = one?.ask('1')
  other?.answered()
  expect(batches).toEqual([])
  third?.answered()
  expect(await first).toEqual([[{ value: 1 }]])
})

test('what D1 refuses of one call fails alone', async () => {
  const {
    page: [one, other],
  } = aPage(2)
  const [good, bad] = await Promise.allSettled([one?.ask('1'), other?.ask('nothing_of_the_kind')])
  expect(good).toEqual({ status: 'fulfilled', value: [[{ value: 1 }]] })
  expect(bad).toMatchObject({ status: 'rejected' })
})
