import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EMAIL_CHANGE_KEPT, EMAIL_CHANGE_WAITS, LOGIN_KEPT } from '../../contract/accounts/account-settings.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { aSubscriber } from '../../billing/testing/subscribed-user.fixture.ts'
import { users } from '../../db/schema/accounts.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { readSnapshot } from '../../runner-sync/read-snapshot.ts'
import { anApplet, anEnablement, aService, aStep, aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { getMe } from '../get-me.ts'
import { joinAccount } from '../join.ts'
import { hashPassword } from '../password-hash.ts'
import { signIn } from '../sign-in.ts'
import { changeLogin } from './change-login.ts'
import { changePassword } from './change-password.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { followCustomer } from './follow-customer.ts'
import { readAccountSettings } from './read-account-settings.ts'
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts'
import { setTimeZone } from './set-time-zone.ts'
import { tellOfDueEmailChanges } from './tell-of-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

const OLD = 'plum orbit velvet canoe'
const NEW = 'another long battery staple'
const HASH = await hashPassword(OLD, 2)

async function anAda(given: Partial<typeof users.$inferInsert> = {}) {
  const ctx = await testCtx()
  const fields = { email: 'ada@example.test', login: 'Ada', password_hash: HASH, email_verified_at: 5, ...given }
  const user = await aUser(ctx.db, fields)
  return { ctx, user, mine: await ctx.as(user) }
}

const row = async ({ db }: TestCtx, { id }: { id: string }) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]
const linkTo = (ctx: TestCtx, to: string) =>
  /token=(\S+)/.exec(ctx.mails().findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
const join = (ctx: TestCtx, given: { email?: string; login?: string }) =>
  joinAccount({ ...ctx, sessionHash: null }, { email: 'eve@example.test', login: 'Eve', password: OLD, ...given })

// §D41-01
test('a new address counts only once its link was pressed', async () => {
  const { ctx, user, mine } = await anAda()
  const again = await ctx.as(user)
  await requestEmailChange(mine, { email: 'new@example.test' })
  expect(await row(ctx, user)).toMatchObject({ email: 'ada@example.test' })
  expect(await readAccountSettings(mine)).toMatchObject({ pending_email: 'new@example.test' })
  expect((await signIn(ctx, { email: 'ada@example.test', password: OLD })).me?.id).toBe(user.id)
  const token = linkTo(ctx, 'new@example.test')
  await confirmEmailChange(mine, { token })
  expect(await row(ctx, user)).toMatchObject({ email: 'new@example.test', email_verified_at: ctx.now() })
  expect(await readAccountSettings(mine)).toMatchObject({ pending_email: null })
  expect(await confirmEmailChange(again, { token })).toEqual({ email: 'new@example.test' })
})

// §D41-02
test('the link of a new address needs the session that asked', async () => {
  const { ctx, mine } = await anAda()
  await requestEmailChange(mine, { email: 'new@example.test' })
  const token = linkTo(ctx, 'new@example.test')
  await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'not_signed_in' })
  const eve = await ctx.as(await aUser(ctx.db))
  await expect(confirmEmailChange(eve, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

// §D41-03
test('a later, canceled or old request makes its link void', async () => {
  const { ctx, mine } = await anAda()
  await requestEmailChange(mine, { email: 'one@example.test' })
  await requestEmailChange(mine, { email: 'two@example.test' })
  const invalid = { code: 'invalid_link' }
  await expect(confirmEmailChange(mine, { token: linkTo(ctx, 'one@example.test') })).rejects.toMatchObject(invalid)
  await cancelEmailChange(mine)
  await expect(confirmEmailChange(mine, { token: linkTo(ctx, 'two@example.test') })).rejects.toMatchObject(invalid)
  await requestEmailChange(mine, { email: 'three@example.test' })
  ctx.advance(EMAIL_CHANGE_WAITS + 1000)
  await expect(confirmEmailChange(mine, { token: linkTo(ctx, 'three@example.test') })).rejects.toMatchObject(invalid)
})

// §D41-04
test('an address of another account is refused, also meanwhile', async () => {
  const { ctx, mine } = await anAda()
  await aUser(ctx.db, { email: 'taken@example.test' })
  await expect(requestEmailChange(mine, { email: 'taken@example.test' })).rejects.toMatchObject({ code: 'email_taken' })
  expect(ctx.mails()).toEqual([])
  await requestEmailChange(mine, { email: 'free@example.test' })
  await aUser(ctx.db, { email: 'free@example.test' })
  const press = confirmEmailChange(mine, { token: linkTo(ctx, 'free@example.test') })
  await expect(press).rejects.toMatchObject({ code: 'email_taken' })
  await expect(requestEmailChange(mine, { email: 'ada@example.test' })).rejects.toMatchObject({ code: 'invalid_input' })
})

async function changed() {
  const world = await anAda()
  await requestEmailChange(world.mine, { email: 'new@example.test' })
  await confirmEmailChange(world.mine, { token: linkTo(world.ctx, 'new@example.test') })
  await world.ctx.settled()
  return { ...world, token: linkTo(world.ctx, 'ada@example.test') }
}

// §D41-05
test('both addresses hear of a change', async () => {
  const { ctx } = await changed()
  const told = ctx.mails().filter(({ template }) => template === 'email_changed')
  expect(told.map(({ to }) => to)).toEqual(['ada@example.test', 'new@example.test'])
  expect(told[0]?.text).toContain('/email_change/undo?token=')
  expect(told[1]?.text).not.toContain('token=')
})

// §D45-04
test('both addresses hear of a change whose request died', async () => {
  const { ctx, mine } = await anAda()
  await requestEmailChange(mine, { email: 'new@example.test' })
  const dying = { ...mine, queue: { send: () => Promise.reject(new Error('The Worker is gone.')) } }
  await confirmEmailChange(dying, { token: linkTo(ctx, 'new@example.test') })
  await ctx.settled()
  const told = () => ctx.mails().filter(({ template }) => template === 'email_changed')
  expect(told()).toEqual([])
  for (let round = 0; round < 3; round++) {
    ctx.advance(15 * MINUTE)
    await tellOfDueEmailChanges(ctx, ctx.now())
  }
  expect(told().map(({ to }) => to)).toEqual(['ada@example.test', 'new@example.test'])
  await undoEmailChange({ ...ctx, sessionHash: null }, { token: linkTo(ctx, 'ada@example.test') })
})

// §D41-06
test('the old address can undo the change and sign everyone out', async () => {
  const { ctx, user, mine, token } = await changed()
  ctx.advance(6 * DAY)
  await undoEmailChange({ ...ctx, sessionHash: null }, { token })
  expect(await row(ctx, user)).toMatchObject({ email: 'ada@example.test', email_verified_at: 5 })
  expect(await getMe(mine)).toBeNull()
  expect(await undoEmailChange(ctx, { token })).toEqual({ email: 'ada@example.test' })
})

// §D41-06
test('after seven days a change stays', async () => {
  const { ctx, token } = await changed()
  ctx.advance(EMAIL_CHANGE_KEPT + 1000)
  await expect(undoEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

// §D41-06
test('one undo takes back all changes since', async () => {
  const { ctx, user, token } = await changed()
  const mine = await ctx.as(user)
  await requestEmailChange(mine, { email: 'newer@example.test' })
  await confirmEmailChange(mine, { token: linkTo(ctx, 'newer@example.test') })
  const between = linkTo(ctx, 'new@example.test')
  await undoEmailChange(ctx, { token })
  expect(await row(ctx, user)).toMatchObject({ email: 'ada@example.test' })
  await expect(undoEmailChange(ctx, { token: between })).rejects.toMatchObject({ code: 'invalid_link' })
})

// §D41-07
test('nobody can take the old address while it can undo', async () => {
  const { ctx, token } = await changed()
  await expect(join(ctx, { email: 'ada@example.test' })).rejects.toMatchObject({ code: 'email_taken' })
  await undoEmailChange(ctx, { token })
  const again = await changed()
  again.ctx.advance(EMAIL_CHANGE_KEPT + 1000)
  await purgeExpired(again.ctx)
  expect((await join(again.ctx, { email: 'ada@example.test' })).me.email).toBe('ada@example.test')
})

// §D41-08
test("Stripe's customer follows address and user name", async () => {
  const world = await aSubscriber()
  const { ctx, user, shop, customer } = world
  await requestEmailChange(ctx, { email: 'new@example.test' })
  await confirmEmailChange(ctx, { token: linkTo(ctx, 'new@example.test') })
  await changeLogin(ctx, { login: 'Newton' })
  const jobs = ctx.jobs.filter(({ kind }) => kind === 'customer_details')
  expect(jobs).toHaveLength(2)
  await followCustomer(ctx, user.id)
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ email: 'new@example.test', name: 'Newton' })
})

// §D41-10
test('nobody can take a given-up user name for 90 days', async () => {
  const { ctx, user, mine } = await anAda()
  await changeLogin(mine, { login: 'Lovelace' })
  expect(await row(ctx, user)).toMatchObject({ login: 'Lovelace' })
  await expect(join(ctx, { login: 'ADA' })).rejects.toMatchObject({ code: 'login_taken' })
  const eve = await ctx.as(await aUser(ctx.db))
  await expect(changeLogin(eve, { login: 'ada' })).rejects.toMatchObject({ code: 'login_taken' })
  await changeLogin(await ctx.as(user), { login: 'Ada' })
  await expect(join(ctx, { login: 'lovelace' })).rejects.toMatchObject({ code: 'login_taken' })
  ctx.advance(LOGIN_KEPT + 1000)
  await purgeExpired(ctx)
  expect((await join(ctx, { login: 'lovelace' })).me.login).toBe('lovelace')
})

// §D41-10
test('another spelling of the same user name keeps nothing', async () => {
  const { ctx, mine } = await anAda()
  await changeLogin(mine, { login: 'ada' })
  expect(await getMe(mine)).toMatchObject({ login: 'ada' })
  await expect(join(ctx, { login: 'Ada' })).rejects.toMatchObject({ code: 'login_taken' })
})

// §D41-11
test('a user name changes three times in thirty days', async () => {
  const { ctx, mine } = await anAda()
  for (const login of ['one', 'two', 'three']) await changeLogin(mine, { login })
  await expect(changeLogin(mine, { login: 'four' })).rejects.toMatchObject({ code: 'rate_limited' })
  ctx.advance(30 * DAY)
  const again = await ctx.as((await mine.user()) ?? { id: '' })
  expect(await changeLogin(again, { login: 'four' })).toEqual({ login: 'four' })
})

// §D41-12
test('a new password needs the current one and ends other sessions', async () => {
  const { ctx, user, mine } = await anAda()
  const phone = await ctx.as(user)
  const wrong = changePassword(mine, { current: NEW, password: NEW })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', detail: { errors: [{ attribute: 'current' }] } })
  const none = changePassword(mine, { password: NEW })
  await expect(none).rejects.toMatchObject({ code: 'invalid_input' })
  await changePassword(mine, { current: OLD, password: NEW })
  expect([await getMe(mine), await getMe(phone)]).toEqual([expect.objectContaining({ id: user.id }), null])
  await expect(signIn(ctx, { email: user.email, password: OLD })).rejects.toMatchObject({ code: 'bad_credentials' })
  expect((await signIn(ctx, { email: user.email, password: NEW })).me?.id).toBe(user.id)
})

// §D41-12
test('a first password needs no current one', async () => {
  const { ctx, user, mine } = await anAda({ password_hash: null })
  expect(await readAccountSettings(mine)).toMatchObject({ has_password: false })
  await changePassword(mine, { password: NEW })
  expect((await signIn(ctx, { email: user.email, password: NEW })).me?.id).toBe(user.id)
})

// §D41-12
test('tries of the current password are limited', async () => {
  const { mine } = await anAda()
  const wrong = () => changePassword(mine, { current: NEW, password: NEW })
  for (let n = 0; n < 10; n++) await expect(wrong()).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(wrong()).rejects.toMatchObject({ code: 'rate_limited' })
})

// §D41-12
test('of two changes of a password at once, one is refused', async () => {
  const { mine } = await anAda()
  const both = await Promise.allSettled([
    changePassword(mine, { current: OLD, password: NEW }),
    changePassword(mine, { current: OLD, password: `${NEW} two` }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

// §D41-13
test('Applets follow a chosen time zone, and devices no longer change it', async () => {
  const { ctx, user, mine } = await anAda({ timezone: 'Europe/Berlin' })
  await aService(ctx.db, { module_name: 'octoforge' })
  const applet = await anApplet(ctx.db, user, [{ step: await aStep(ctx.db, 'octoforge', 'trigger', 'new_star') }])
  await anEnablement(ctx.db, user, applet)
  await setTimeZone(mine, { timezone: 'Asia/Tokyo', device: 'Europe/Berlin' })
  await ctx.settled()
  expect((await readSnapshot(mine, user.id))?.snapshot.timezone).toBe('Asia/Tokyo')
  await signIn(ctx, { email: user.email, password: OLD, timezone: 'America/Lima' })
  expect(await row(ctx, user)).toMatchObject({ timezone: 'Asia/Tokyo', timezone_chosen: true })
  await setTimeZone(mine, { timezone: null, device: 'Europe/Berlin' })
  expect(await row(ctx, user)).toMatchObject({ timezone: 'Europe/Berlin', timezone_chosen: false })
  await signIn(ctx, { email: user.email, password: OLD, timezone: 'America/Lima' })
  expect(await row(ctx, user)).toMatchObject({ timezone: 'America/Lima' })
})

// §D41-13
test('an unknown time zone is refused', async () => {
  const { mine } = await anAda()
  const wrong = setTimeZone(mine, { timezone: 'Mars/Olympus', device: undefined })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
})
