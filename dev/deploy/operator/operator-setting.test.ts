import { expect, test } from 'vitest'
import type { Database } from '../config/database-access.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { localAccess } from '../config/database-access.ts'
import { operatorSetting } from './operator-setting.ts'

async function aDatabase(): Promise<Database> {
  const database = localAccess(sqliteD1())
  await database.write([
    `insert into users (id, email, email_verified_at, login, code, created_at, updated_at)
      values ('usr_ada', 'ada@example.com', 1, 'ada', 'a', 1, 1), ('usr_bob', 'bob@example.com', null, 'bob', 'b', 1, 1)`,
  ])
  return database
}

test('prints the id of the user with a confirmed address', async () => {
  expect(await operatorSetting(await aDatabase(), ' Ada@Example.com')).toContain('usr_ada')
})

test('makes nobody an operator by an address not confirmed', async () => {
  const database = await aDatabase()
  await expect(operatorSetting(database, 'bob@example.com')).rejects.toThrow('not been confirmed')
  await expect(operatorSetting(database, "x' or '1'='1")).rejects.toThrow('Nobody has joined')
})
