import { expect, test } from 'vitest'
import { users } from '../schema/accounts.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { uniqueViolation } from './unique-violation.ts'

test('a failed write names the unique index it violated', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const second = ctx.db.insert(users).values({ ...user, id: 'usr_new', login: 'new', code: 'new' })
  expect(uniqueViolation(await second.catch((error: unknown) => error))).toBe('users.email')
  expect(uniqueViolation(await ctx.db.batch([second]).catch((error: unknown) => error))).toBe('users.email')
})

test('ignores other errors', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const upper = ctx.db.insert(users).values({ ...user, id: 'usr_new', login: 'new', code: 'new', email: 'A@b.test' })
  expect(uniqueViolation(await upper.catch((error: unknown) => error))).toBeNull()
  expect(uniqueViolation(new Error('no such table'))).toBeNull()
  expect(uniqueViolation('UNIQUE constraint failed: users.email')).toBeNull()
})
