import { expect, test } from 'vitest'
import { EMAIL_CHANGE_KEPT, EMAIL_CHANGE_WAITS } from '../../../contract/accounts/account-settings.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import { purgeExpired } from '../../../operations/jobs/purge-expired.ts'
import { aUser } from '../../../testing/rows.ts'
import { getMe } from '../get-me.ts'
import { sessionOf } from '../../../testing/session-of.ts'
import { signIn as signInByPassword } from '../sign-in.ts'
import { anAda, join, linkTo, OLD, userRow } from './account-settings.fixture.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { readAccountSettings } from './read-account-settings.ts'
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts'
import { tellOfDueEmailChanges } from './tell-of-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

const signIn = sessionOf(signInByPassword)

test('a new address counts only once its link was pressed', async () => {
  const { ctx, user, mine } = await anAda()
  const again = await ctx.as(user)
  await requestEmailChange(mine, { email: 'new@example.test' })
  expect(await userRow(ctx, user)).toMatchObject({ email: 'ada@example.test' })
  expect(await readAccountSettings(mine)).toMatchObject({ pending_email: 'new@example.test' })
  expect((await signIn(ctx, { email: 'ada@example.test', password: OLD })).me?.id).toBe(user.id)
  const token = linkTo(ctx, 'new@example.test')
  await confirmEmailChange(mine, { token })
  expect(await userRow(ctx, user)).toMatchObject({ email: 'new@example.test', email_verified_at: ctx.now() })
  expect(await readAccountSettings(mine)).toMatchObject({ pending_email: null })
  expect(await confirmEmailChange(again, { token })).toEqual({ email: 'new@example.test' })
})

test('the link of a new address needs the session that asked', async () => {
  const { ctx, mine } = await anAda()
  await requestEmailChange(mine, { email: 'new@example.test' })
  const token = linkTo(ctx, 'new@example.test')
  await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'not_signed_in' })
  const eve = await ctx.as(await aUser(ctx.db))
  await expect(confirmEmailChange(eve, { token })).rejects.toMatchObject({
    code: 'invalid_link',
    message: SENTENCES.link_of_another,
  })
})

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

test('both addresses hear of a change', async () => {
  const { ctx } = await changed()
  const told = ctx.mails().filter(({ template }) => template === 'email_changed')
  expect(told.map(({ to }) => to)).toEqual(['ada@example.test', 'new@example.test'])
  expect(told[0]?.text).toContain('/email_change/undo?token=')
  expect(told[1]?.text).not.toContain('token=')
})

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

test('the old address can undo the change and sign everyone out', async () => {
  const { ctx, user, mine, token } = await changed()
  ctx.advance(6 * DAY)
  await undoEmailChange({ ...ctx, sessionHash: null }, { token })
  expect(await userRow(ctx, user)).toMatchObject({ email: 'ada@example.test', email_verified_at: 5 })
  expect(await getMe(mine)).toBeNull()
  expect(await undoEmailChange(ctx, { token })).toEqual({ email: 'ada@example.test' })
})

test('after seven days a change stays', async () => {
  const { ctx, token } = await changed()
  ctx.advance(EMAIL_CHANGE_KEPT + 1000)
  await expect(undoEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('one undo takes back all changes since', async () => {
  const { ctx, user, token } = await changed()
  const mine = await ctx.as(user)
  await requestEmailChange(mine, { email: 'newer@example.test' })
  await confirmEmailChange(mine, { token: linkTo(ctx, 'newer@example.test') })
  await ctx.settled()
  const between = linkTo(ctx, 'new@example.test')
  await undoEmailChange(ctx, { token })
  expect(await userRow(ctx, user)).toMatchObject({ email: 'ada@example.test' })
  await expect(undoEmailChange(ctx, { token: between })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('nobody can take the old address while it can undo', async () => {
  const { ctx, token } = await changed()
  await expect(join(ctx, { email: 'ada@example.test' })).rejects.toMatchObject({ code: 'email_taken' })
  await undoEmailChange(ctx, { token })
  const again = await changed()
  again.ctx.advance(EMAIL_CHANGE_KEPT + 1000)
  await purgeExpired(again.ctx)
  expect((await join(again.ctx, { email: 'ada@example.test' })).me.email).toBe('ada@example.test')
})
