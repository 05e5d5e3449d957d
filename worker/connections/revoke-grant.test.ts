import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../contract/shared/durations.ts'
import { grant_revocations } from '../db/schema/connections.ts'
import { disconnectAccount } from './disconnect.ts'
import { revokeDueGrants } from './revoke-grant.ts'
import { aConnectionFixture, connectService } from './testing/connection.fixture.ts'

/** Disconnected by a request that died before it asked the service. */
async function disconnected() {
  const world = await aConnectionFixture()
  const { ctx, provider } = world
  const account = await connectService(ctx, provider, 'octoforge')
  await disconnectAccount({ ...ctx, defer: (work) => void work.catch(() => null), fetch: DEAD }, account.id)
  expect(provider.tokens()).not.toEqual([])
  const rows = () => ctx.db.select().from(grant_revocations)
  const asked = () => provider.seen.filter((each) => each.endsWith('/revoke')).length
  /** The schedule's rounds of so many ms. */
  const pass = async (time: number) => {
    for (let passed = 0; passed < time; passed += 15 * MINUTE) {
      ctx.advance(15 * MINUTE)
      await revokeDueGrants(ctx, ctx.now())
    }
  }
  return { ...world, rows, asked, pass }
}
const DEAD = () => Promise.reject(new Error('The Worker is gone.'))

// §D45-05
test('a grant is revoked though the request died', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  await pass(30 * MINUTE)
  expect([provider.tokens(), await rows(), asked()]).toEqual([[], [], 1])
  await pass(DAY)
  expect(asked()).toBe(1)
})

// §D45-05
test('a grant is tried again while its service is down', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  for (let n = 0; n < 3; n++) provider.failNext('/revoke', () => new Response('', { status: 503 }))
  await pass(DAY)
  expect([provider.tokens(), await rows(), asked()]).toEqual([[], [], 4])
})

// §D45-05
test('revoking is given up after ten tries in six days', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  for (let n = 0; n < 20; n++) provider.failNext('/revoke', () => new Response('', { status: 500 }))
  await pass(4 * DAY)
  expect(await rows()).toHaveLength(1)
  await pass(3 * DAY)
  expect([await rows(), asked()]).toEqual([[], 9])
})

// §D45-05
test('an account that was connected again keeps its grant', async () => {
  const { ctx, provider, rows, asked, pass } = await disconnected()
  await connectService(ctx, provider, 'octoforge')
  const granted = provider.tokens()
  await pass(DAY)
  expect([provider.tokens(), await rows(), asked()]).toEqual([granted, [], 0])
})
