import { expect, test } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { aUser } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { join } from './join.ts'
import { verifyPassword } from './password.ts'
import { JOIN_PER_IP } from './rate-limit.ts'
import { sessions, users } from './tables.ts'

const ADA = { email: 'ada@example.test', login: 'Ada', password: 'correct horse battery' }

test('whoever joins is signed in, and gets a mail to verify the address', async () => {
  const ctx = await testCtx()
  const { me, token } = await join(ctx, { ...ADA, timezone: 'Europe/Berlin' })
  expect(me).toMatchObject({ email: 'ada@example.test', login: 'Ada', tier: 'free', email_verified: false })
  const [user] = await ctx.db.select().from(users)
  expect(user).toMatchObject({ id: me.id, timezone: 'Europe/Berlin', created_at: ctx.now() })
  expect(await verifyPassword(ADA.password, user?.password_hash ?? null, ctx.settings.SCRYPT_N)).toBe(true)
  const [session] = await ctx.db.select().from(sessions)
  expect(session?.token_hash).not.toBe(token)
  await ctx.settled()
  expect(ctx.jobs).toMatchObject([{ template: 'verify_email', to: 'ada@example.test', user_id: me.id }])
})

test('an email address has one account', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { email: ADA.email })
  const refused = join(ctx, ADA)
  await expect(refused).rejects.toMatchObject({ code: 'email_taken', detail: { attribute: 'email' } })
  expect(await ctx.db.select().from(sessions)).toEqual([])
})

test('a user name is taken whatever its case', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { login: 'aDA' })
  await expect(join(ctx, ADA)).rejects.toMatchObject({ code: 'login_taken', detail: { attribute: 'login' } })
})

test('of two who join at once with one address, one gets it', async () => {
  const ctx = await testCtx()
  const results = await Promise.allSettled([join(ctx, ADA), join(ctx, { ...ADA, login: 'Ada2' })])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 'email_taken' } })
  expect(await ctx.db.select().from(users)).toHaveLength(1)
})

test('a password that is easy to guess is refused beside its field, before anything is written', async () => {
  const ctx = await testCtx()
  const refused = join(ctx, { ...ADA, password: 'passwordpassword' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { errors: [{ attribute: 'password' }] },
  })
  expect(await ctx.db.select().from(users)).toEqual([])
})

test('a mail that cannot be queued does not undo the account', async () => {
  const ctx = await testCtx()
  const queue = { send: () => Promise.reject(new Error('The queue is down.')) }
  const { me } = await join({ ...ctx, queue }, ADA)
  await ctx.settled()
  expect(me.login).toBe('Ada')
})

test('one address joins only so many times an hour', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, { email: ADA.email })
  const again = () => join(ctx, ADA).catch((error: unknown) => (error instanceof AppError ? error.code : error))
  await again()
  await ctx.db.run(`update rate_limits set count = ${JOIN_PER_IP.tries}`)
  expect(await again()).toBe('rate_limited')
  ctx.advance(JOIN_PER_IP.window)
  expect(await again()).toBe('email_taken')
})
