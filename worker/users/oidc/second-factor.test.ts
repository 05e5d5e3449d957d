import { beforeEach, expect, test } from 'vitest'
import { secondStepPath } from '../../contract/accounts/second-step-pages.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { identities } from '../../db/schema/oidc.ts'
import { recovery_codes } from '../../db/schema/second-factors.ts'
import { completeSecondStep } from '../accounts/second-factor/complete-second-step.ts'
import { recoveryCodeHash } from '../accounts/second-factor/recovery-codes.ts'
import { aUser } from '../../testing/rows.ts'
import { ISSUER } from './testing/openid-provider.ts'
import { aSignInFixture, identityRows, RETURN_TO, signInThere, type SignInFixture } from './testing/sign-in.fixture.ts'

const CODE = 'AAAA-BBBB-CCCC-DDDD'
let world: SignInFixture
let user: Awaited<ReturnType<typeof aUser>>
beforeEach(async () => {
  world = await aSignInFixture()
  const { db } = world.ctx
  const email = String(world.provider.person['email'])
  user = await aUser(db, { email, email_verified_at: 1, second_factor_at: 1 })
  const code_hash = await recoveryCodeHash(user.id, CODE)
  await db.insert(recovery_codes).values({ code_hash, user_id: user.id, set_id: 's', created_at: 1 })
})

const subject = () => String(world.provider.person['sub'])

function finish(token: string | undefined) {
  const from = { token: token ?? null, browser: null, timezone: undefined }
  return completeSecondStep(world.ctx, { code: CODE }, from)
}

test('a provider leads to the second step, which keeps the return address', async () => {
  const { db } = world.ctx
  await db.insert(identities).values({ issuer: ISSUER, subject: subject(), user_id: user.id, created_at: 1 })
  const end = await signInThere(world)
  expect(end).toMatchObject({ to: secondStepPath(RETURN_TO), begun: null, flash: null })
  expect(await db.select().from(sessions)).toEqual([])
  const { me } = await finish(end.awaited?.second_step)
  expect(me?.id).toBe(user.id)
})

test('an identity is linked only after the second step', async () => {
  const before = await world.ctx.as(user)
  const end = await signInThere(world)
  expect(end.begun).toBeNull()
  expect(await identityRows(world.ctx)).toEqual([])
  expect(await before.user()).not.toBeNull()
  await finish(end.awaited?.second_step)
  expect(await identityRows(world.ctx)).toMatchObject([{ subject: subject(), user_id: user.id }])
  const live = (await world.ctx.db.select().from(sessions)).filter(({ revoked_at }) => revoked_at === null)
  expect(live).toHaveLength(1)
})

test('an identity that somebody else has meanwhile is not linked', async () => {
  const end = await signInThere(world)
  const other = await aUser(world.ctx.db)
  const taken = { issuer: ISSUER, subject: subject(), user_id: other.id, created_at: 1 }
  await world.ctx.db.insert(identities).values(taken)
  await expect(finish(end.awaited?.second_step)).rejects.toMatchObject({ code: 'conflict' })
  expect(await identityRows(world.ctx)).toMatchObject([{ user_id: other.id }])
  expect(await world.ctx.db.select().from(users)).toHaveLength(2)
})
