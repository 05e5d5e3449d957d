import { expect, test } from 'vitest'
import { sqliteD1 } from './sqlite-d1.ts'

const database = sqliteD1()

test('a batch refuses two columns of one name', async () => {
  const joined = 'select u.id, s.id from users u left join sessions s on s.user_id = u.id'
  await expect(database.batch([database.prepare(joined)])).rejects.toThrow('"id"')
  const renamed = joined.replace('s.id from', 's.id as session_id from')
  expect(await database.batch([database.prepare(renamed)])).toMatchObject([{ results: [] }])
})

test('a statement alone answers two columns of one name', async () => {
  expect(await database.prepare('select 1 as a, 2 as a').raw()).toEqual([[1, 2]])
})
