import { expect, test } from 'vitest'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { refuseOlderData } from './prepare-database.ts'

test("an older release's local data asks for a reset", async () => {
  const database = sqliteD1()
  await refuseOlderData(database)
  await database.exec('create table plans (id text)')
  await expect(refuseOlderData(database)).rejects.toThrow('npm run reset')
})
