import { expect, test } from 'vitest'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { countedDatabase } from './counted-database.ts'
import { D1Rounds } from './d1-rounds.ts'

function aDatabase() {
  const trips: number[] = []
  const rounds = new D1Rounds(() => false)
  const database = countedDatabase(sqliteD1(), rounds, (statements) => void trips.push(statements))
  const one = () => database.prepare('select ? as n').bind(1)
  return { database, trips, rounds, one }
}

test('a batch is one trip, and so is a statement alone', async () => {
  const { database, trips, one } = aDatabase()
  await database.batch([one(), one(), one()])
  expect([await one().first('n'), await one().raw()]).toEqual([1, [[1]]])
  expect((await one().all()).results).toEqual([{ n: 1 }])
  expect(trips).toEqual([3, 1, 1, 1])
})

test('what is asked at once takes one round', async () => {
  const { trips, rounds, one } = aDatabase()
  await Promise.all([one().all(), one().all()])
  expect([trips.length, rounds.over]).toEqual([2, 1])
  await one().all()
  expect(rounds.over).toBe(2)
})
