import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { grant_revocations } from '../../db/schema/connections.ts'
import { pastedText } from '../../engine/steps/account-io.ts'
import { accountOwner, encryptToken } from '../../system/secrets/token-encryption.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { aConnectedAccount, aService, aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { disconnectAccount } from '../disconnect.ts'
import { revokeDueGrants } from './revoke-grant.ts'
import { aConnectionFixture, connectService } from '../testing/connection.fixture.ts'

/** Disconnected by a request that died before it asked the service. */
async function disconnected() {
  const world = await aConnectionFixture()
  const { ctx, provider } = world
  const account = await connectService(ctx, provider, 'google_sheets')
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

test('a grant is revoked though the request died', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  await pass(30 * MINUTE)
  expect([provider.tokens(), await rows(), asked()]).toEqual([[], [], 1])
  await pass(DAY)
  expect(asked()).toBe(1)
})

test('a grant is tried again while its service is down', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  for (let n = 0; n < 3; n++) provider.failNext('/revoke', () => new Response('', { status: 503 }))
  await pass(DAY)
  expect([provider.tokens(), await rows(), asked()]).toEqual([[], [], 4])
})

test('revoking is given up after ten tries in six days', async () => {
  const { provider, rows, asked, pass } = await disconnected()
  for (let n = 0; n < 20; n++) provider.failNext('/revoke', () => new Response('', { status: 500 }))
  await pass(4 * DAY)
  expect(await rows()).toHaveLength(1)
  await pass(3 * DAY)
  expect([await rows(), asked()]).toEqual([[], 9])
})

test('an account that was connected again keeps its grant', async () => {
  const { ctx, provider, rows, asked, pass } = await disconnected()
  await connectService(ctx, provider, 'google_sheets')
  const granted = provider.tokens()
  await pass(DAY)
  expect([provider.tokens(), await rows(), asked()]).toEqual([granted, [], 0])
})

const TOKEN = '123456789:AAFtokenOfABot_0123456789'

/** A bot of Telegram's whose user disconnects it. */
async function disconnectBot(answer: () => Response) {
  const asked: string[] = []
  const base = await testCtx({
    fetch: async (address) => {
      asked.push(String(address))
      return answer()
    },
  })
  await aService(base.db, { module_name: 'telegram', connect_kind: 'key' })
  const user = await aUser(base.db)
  const owner = { user_id: user.id, module_name: 'telegram', account_id: '123456789' }
  const access_token = await encryptToken(base.settings.TOKEN_KEYS, accountOwner(owner), pastedText({ token: TOKEN }))
  const account = await aConnectedAccount(base.db, user, 'telegram', { account_id: owner.account_id, access_token })
  const ctx = await base.as(user)
  await disconnectAccount(ctx, account.id)
  await ctx.settled()
  return { asked, rows: await ctx.db.select().from(grant_revocations) }
}

test('a bot that is disconnected sends nothing more', async () => {
  const { asked, rows } = await disconnectBot(() => Response.json({ ok: true, result: true }))
  expect(asked).toEqual([`https://api.telegram.org/bot${TOKEN}/deleteWebhook`])
  expect(rows).toEqual([])
})

test('a failure to end it is logged without the token', async () => {
  const logged = listenToLog()
  const refused = () => Response.json({ ok: false, description: `bot${TOKEN} is away` }, { status: 500 })
  const { rows } = await disconnectBot(refused)
  expect(logged('revocation_failed')).toMatchObject([{ module_name: 'telegram', message: 'server' }])
  expect(JSON.stringify(logged('revocation_failed'))).not.toContain('AAFtoken')
  expect(rows).toMatchObject([{ attempts: 1 }])
})
