import { expect, test } from 'vitest'
import { AppError } from '../../system/errors/app-error.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { joinAccount } from './join.ts'
import { verifyPassword } from './password-hash.ts'
import { JOIN_PER_IP } from '../../db/rate-limit.ts'
import { sessions, users } from '../../db/schema/accounts.ts'

const ADA = { email: 'ada@example.test', login: 'Ada', password: 'plum orbit velvet canoe' }

test('joining signs the user in and sends a verification mail', async () => {
  const ctx = await testCtx()
  const { me, token } = await joinAccount(ctx, { ...ADA, timezone: 'Europe/Berlin' })
  expect(me).toMatchObject({ email: 'ada@example.test', login: 'Ada', tier: 'free', email_verified: false })
  const [user] = await ctx.db.select().from(users)
  expect(user).toMatchObject({ id: me.id, timezone: 'Europe/Berlin', created_at: ctx.now() })
  expect(await verifyPassword(ADA.password, user?.password_hash ?? null, ctx.settings.SCRYPT_N)).toBe(true)
  const [session] = await ctx.db.select().from(sessions)
  expect(session?.token_hash).not.toBe(token)
  await ctx.settled()
  expect(ctx.jobs).toMatchObject([{ template: 'verify_email', to: 'ada@example.test', user_id: me.id }])
})

test('refuses a second account for an email address', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { email: ADA.email })
  const refused = joinAccount(ctx, ADA)
  await expect(refused).rejects.toMatchObject({ code: 'email_taken', detail: { attribute: 'email' } })
  expect(await ctx.db.select().from(sessions)).toEqual([])
})

test('refuses a taken user name in any letter case', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { login: 'aDA' })
  await expect(joinAccount(ctx, ADA)).rejects.toMatchObject({ code: 'login_taken', detail: { attribute: 'login' } })
})

test('only one of two simultaneous joins with an address succeeds', async () => {
  const ctx = await testCtx()
  const results = await Promise.allSettled([joinAccount(ctx, ADA), joinAccount(ctx, { ...ADA, login: 'Ada2' })])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 'email_taken' } })
  expect(await ctx.db.select().from(users)).toHaveLength(1)
})

test('refuses an easy password beside its field before writing anything', async () => {
  const ctx = await testCtx()
  const refused = joinAccount(ctx, { ...ADA, password: 'passwordpassword' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { errors: [{ attribute: 'password' }] },
  })
  expect(await ctx.db.select().from(users)).toEqual([])
})

test('keeps the account when the mail cannot be queued', async () => {
  const ctx = await testCtx()
  const queue = { send: () => Promise.reject(new Error('The queue is down.')) }
  const { me } = await joinAccount({ ...ctx, queue }, ADA)
  await ctx.settled()
  expect(me.login).toBe('Ada')
})

test('limits how many accounts an address creates per hour', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { email: ADA.email })
  const again = () => joinAccount(ctx, ADA).catch((error: unknown) => (error instanceof AppError ? error.code : error))
  await again()
  await ctx.db.run(`update rate_limits set count = ${JOIN_PER_IP.tries}`)
  expect(await again()).toBe('rate_limited')
  ctx.advance(JOIN_PER_IP.window)
  expect(await again()).toBe('email_taken')
})
