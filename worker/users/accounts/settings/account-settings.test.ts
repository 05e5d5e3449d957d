import { expect, test } from 'vitest'
import { LOGIN_KEPT } from '../../../contract/accounts/account-settings.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { aSubscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { purgeExpired } from '../../../operations/jobs/purge-expired.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { anApplet, anEnablement, aService, aStep, aUser } from '../../../testing/rows.ts'
import { sessionOf } from '../../../testing/session-of.ts'
import { getMe } from '../get-me.ts'
import { signIn as signInByPassword } from '../sign-in.ts'
import { anAda, join, linkTo, OLD, userRow } from './account-settings.fixture.ts'
import { changeLogin } from './change-login.ts'
import { changePassword } from './change-password.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { FinalFailure } from '../../../system/errors/final-failure.ts'
import { followCustomer } from '../../../billing/customer/follow-customer.ts'
import { readAccountSettings } from './read-account-settings.ts'
import { requestEmailChange } from './request-email-change.ts'
import { setTimeZone } from './set-time-zone.ts'

const signIn = sessionOf(signInByPassword)
const NEW = 'another long battery staple'

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

test('an address that Stripe would never take is not sent again', async () => {
  const { ctx, user } = await aSubscriber()
  const fields = { type: 'StripeInvalidRequestError', code: 'email_invalid', statusCode: 400 }
  const refusing = async () => {
    throw Object.assign(new Error('Invalid email address: ada@example.test'), fields)
  }
  const failed = followCustomer({ ...ctx, stripe: refusing }, user.id)
  await expect(failed).rejects.toThrow('Stripe refused it: email_invalid.')
  await expect(failed).rejects.toBeInstanceOf(FinalFailure)
})

test('nobody can take a given-up user name for 90 days', async () => {
  const { ctx, user, mine } = await anAda()
  await changeLogin(mine, { login: 'Lovelace' })
  expect(await userRow(ctx, user)).toMatchObject({ login: 'Lovelace' })
  await expect(join(ctx, { login: 'ADA' })).rejects.toMatchObject({ code: 'login_taken' })
  const eve = await ctx.as(await aUser(ctx.db))
  await expect(changeLogin(eve, { login: 'ada' })).rejects.toMatchObject({ code: 'login_taken' })
  await changeLogin(await ctx.as(user), { login: 'Ada' })
  await expect(join(ctx, { login: 'lovelace' })).rejects.toMatchObject({ code: 'login_taken' })
  ctx.advance(LOGIN_KEPT + 1000)
  await purgeExpired(ctx)
  expect((await join(ctx, { login: 'lovelace' })).me.login).toBe('lovelace')
})

test('another spelling of the same user name keeps nothing', async () => {
  const { ctx, mine } = await anAda()
  await changeLogin(mine, { login: 'ada' })
  expect(await getMe(mine)).toMatchObject({ login: 'ada' })
  await expect(join(ctx, { login: 'Ada' })).rejects.toMatchObject({ code: 'login_taken' })
})

test('a user name changes three times in thirty days', async () => {
  const { ctx, mine } = await anAda()
  for (const login of ['one', 'two', 'three']) await changeLogin(mine, { login })
  await expect(changeLogin(mine, { login: 'four' })).rejects.toMatchObject({ code: 'rate_limited' })
  ctx.advance(30 * DAY)
  const again = await ctx.as((await mine.user()) ?? { id: '' })
  expect(await changeLogin(again, { login: 'four' })).toEqual({ login: 'four' })
})

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

test('a first password needs no current one', async () => {
  const { ctx, user, mine } = await anAda({ password_hash: null })
  expect(await readAccountSettings(mine)).toMatchObject({ has_password: false })
  await changePassword(mine, { password: NEW })
  expect((await signIn(ctx, { email: user.email, password: NEW })).me?.id).toBe(user.id)
})

test('tries of the current password are limited', async () => {
  const { mine } = await anAda()
  const wrong = () => changePassword(mine, { current: NEW, password: NEW })
  for (let n = 0; n < 10; n++) await expect(wrong()).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(wrong()).rejects.toMatchObject({ code: 'rate_limited' })
})

test('of two changes of a password at once, one is refused', async () => {
  const { mine } = await anAda()
  const both = await Promise.allSettled([
    changePassword(mine, { current: OLD, password: NEW }),
    changePassword(mine, { current: OLD, password: `${NEW} two` }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('Applets follow a chosen time zone, and devices no longer change it', async () => {
  const { ctx, user, mine } = await anAda({ timezone: 'Europe/Berlin' })
  await aService(ctx.db, { module_name: 'github' })
  const applet = await anApplet(ctx.db, user, [{ step: await aStep(ctx.db, 'github', 'trigger', 'new_star') }])
  await anEnablement(ctx.db, user, applet)
  await setTimeZone(mine, { timezone: 'Asia/Tokyo', device: 'Europe/Berlin' })
  await ctx.settled()
  expect((await readSnapshot(mine, user.id))?.snapshot.timezone).toBe('Asia/Tokyo')
  await signIn(ctx, { email: user.email, password: OLD, timezone: 'America/Lima' })
  expect(await userRow(ctx, user)).toMatchObject({ timezone: 'Asia/Tokyo', timezone_chosen: true })
  await setTimeZone(mine, { timezone: null, device: 'Europe/Berlin' })
  expect(await userRow(ctx, user)).toMatchObject({ timezone: 'Europe/Berlin', timezone_chosen: false })
  await signIn(ctx, { email: user.email, password: OLD, timezone: 'America/Lima' })
  expect(await userRow(ctx, user)).toMatchObject({ timezone: 'America/Lima' })
})

test('an unknown time zone is refused', async () => {
  const { mine } = await anAda()
  const wrong = setTimeZone(mine, { timezone: 'Mars/Olympus', device: undefined })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
})
