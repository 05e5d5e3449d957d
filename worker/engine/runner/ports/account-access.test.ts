import { expect, test } from 'vitest'
import { connectServices } from '../../../app/runner/connect-services.ts'
import { accountRow, aConnectionFixture, connectService } from '../../../connections/testing/connection.fixture.ts'
import { AccountTokens } from './account-access.ts'

test('an old token that is refused late breaks no new connection', async () => {
  const { ctx, provider } = await aConnectionFixture()
  const before = await connectService(ctx, provider, 'github')
  const tokens = new AccountTokens({ ctx, services: connectServices(ctx) }, () => before.user_id)
  expect(await tokens.access(before.id)).toMatchObject({ kind: 'token', version: before.version })
  const after = await connectService(ctx, provider, 'github', before.account_id)
  expect(after).toMatchObject({ id: before.id, version: before.version + 1 })
  tokens.forget()
  // Another run has read the new token meanwhile.
  await tokens.access(before.id)
  expect(await tokens.markBroken(before.id, before.version)).toBe(false)
  expect((await accountRow(ctx, before.id)).status).toBe('connected')
  expect(await tokens.markBroken(before.id, after.version)).toBe(true)
  expect((await accountRow(ctx, before.id)).status).toBe('broken')
})
