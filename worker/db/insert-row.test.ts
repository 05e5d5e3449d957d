import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { insertRow } from './insert-row.ts'
import { users } from './schema/accounts.ts'
import { passkeys } from './schema/passkeys.ts'
import { second_factor_recoveries } from './schema/second-factors.ts'

const PASSKEY = {
  id: 'pky_1',
  credential_id: 'credential',
  public_key: 'key',
  sign_count: 0,
  transports: ['usb', 'nfc'],
  name: "Ada's key",
  created_at: 1,
}

async function aWorld() {
  const { db } = await testCtx()
  return { db, ada: await aUser(db, {}), eve: await aUser(db, {}) }
}

test('values are stored as their columns store them', async () => {
  const { db, ada } = await aWorld()
  await insertRow(db, passkeys, { ...PASSKEY, user_id: ada.id }, {})
  expect(await db.select().from(passkeys)).toEqual([{ ...PASSKEY, user_id: ada.id, last_used_at: null }])
})

test('columns of the source are values, and its rows decide', async () => {
  const { db, eve } = await aWorld()
  const row = { id: 'sfr_1', user_id: users.id, begun_at: 1, due_at: 2, expires_at: users.created_at }
  await insertRow(db, second_factor_recoveries, row, { from: users, where: eq(users.id, eve.id) })
  const defaults = { mails_sent: 0, next_mail_at: null }
  expect(await db.select().from(second_factor_recoveries)).toEqual([
    { ...row, user_id: eve.id, expires_at: eve.created_at, ...defaults },
  ])
})

test('a condition that does not hold inserts nothing', async () => {
  const { db, ada } = await aWorld()
  await insertRow(db, passkeys, { ...PASSKEY, user_id: ada.id }, { from: users, where: eq(users.id, 'nobody') })
  expect(await db.select().from(passkeys)).toEqual([])
})
